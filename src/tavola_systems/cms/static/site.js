// Asks about cookies until there is an answer (without scripts the footer leads to the question),
// and shows days in the reader's zone; nothing is kept in the browser by it.
const bar = document.querySelector(".cookie-bar");
const isAnswered = document.cookie.split("; ").some((one) => one.startsWith("site-consent="));
if (bar && !isAnswered && !location.pathname.endsWith("/consent")) bar.hidden = false;
const day = new Intl.DateTimeFormat(document.documentElement.lang || "en", { day: "numeric", month: "short", year: "numeric" });
for (const one of document.querySelectorAll("time[data-form]")) one.textContent = day.format(new Date(one.dateTime));
