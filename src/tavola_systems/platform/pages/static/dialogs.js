// <button data-opens="id"> opens a <dialog>; without scripts its form is reached by a link beside it.
export function wireDialogs(root = document) {
  for (const opener of root.querySelectorAll("[data-opens]")) {
    opener.addEventListener("click", (event) => {
      const dialog = document.getElementById(opener.dataset.opens);
      if (dialog) {
        event.preventDefault();
        dialog.showModal();
      }
    });
  }
  for (const closer of root.querySelectorAll("[data-closes]")) {
    closer.addEventListener("click", () => closer.closest("dialog").close());
  }
}
