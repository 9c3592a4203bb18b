// Counts down to a moment by the server's clock: the page says what time it was there.
const began = performance.now();

function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const [days, hours, minutes, rest] = parts;
  const two = (number) => String(number).padStart(2, "0");
  return `${days ? `${days} d ` : ""}${two(hours)}:${two(minutes)}:${two(rest)}`;
}

function tick(element) {
  const remaining = Number(element.dataset.until) - Number(element.dataset.now) - (performance.now() - began);
  element.textContent = left(remaining);
  if (remaining <= 0) {
    setTimeout(() => location.reload(), 1500);
    return;
  }
  setTimeout(() => tick(element), 1000 - ((performance.now() - began) % 1000));
}

for (const element of document.querySelectorAll("[data-countdown]")) {
  if (Number(element.dataset.until) > Number(element.dataset.now)) {
    tick(element);
  }
}
