// Asks where a request stands, or how an event is: after 1, then 2, then every 5 seconds; pauses while the page is hidden.
import { showTimes } from "../platform/times.js";

const PAUSES = [1000, 2000, 5000];
const box = document.querySelector("[data-waiting]");

async function look() {
  const answer = await fetch(box.dataset.waiting, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-waiting]");
  if (!fresh) {
    location.reload();
    return false;
  }
  const isFinal = fresh.dataset.final === "yes";
  // A form that somebody has opened stays as it is until the result is there.
  if (isFinal || !box.querySelector("details[open]")) {
    box.replaceChildren(...fresh.childNodes);
    showTimes(box);
  }
  return !isFinal;
}

async function poll(count) {
  if (document.hidden) {
    document.addEventListener("visibilitychange", () => poll(0), { once: true });
    return;
  }
  let goesOn = true;
  try {
    goesOn = await look();
    box.removeAttribute("data-stale");
  } catch {
    box.setAttribute("data-stale", "yes");
  }
  if (goesOn) {
    setTimeout(() => poll(count + 1), PAUSES[Math.min(count + 1, PAUSES.length - 1)]);
  }
}

if (box && box.dataset.final !== "yes") {
  setTimeout(() => poll(0), PAUSES[0]);
}
