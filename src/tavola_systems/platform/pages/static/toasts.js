// A toast goes away by its button, by Escape, or by itself; who points at it keeps it.
const lasts = 6000;

export function wireToasts() {
  const toast = document.querySelector(".toast");
  if (!toast) return;
  let timer = setTimeout(() => toast.remove(), lasts);
  toast.addEventListener("mouseenter", () => clearTimeout(timer));
  toast.addEventListener("mouseleave", () => { timer = setTimeout(() => toast.remove(), lasts); });
  toast.querySelector("button")?.addEventListener("click", () => toast.remove());
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") toast.remove(); });
}
