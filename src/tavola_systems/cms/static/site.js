// Asks about cookies until there is an answer; without scripts the footer leads to the question.
const bar = document.querySelector(".cookie-bar");
const isAnswered = document.cookie.split("; ").some((one) => one.startsWith("site-consent="));
if (bar && !isAnswered && !location.pathname.endsWith("/consent")) bar.hidden = false;
