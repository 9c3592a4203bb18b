// Images are chosen by what they look like; the field keeps the id.
import { button } from "./toolbar.js";

let chosenFor = null;

export function addChooser(field) {
  const picker = document.getElementById("picker");
  if (!picker) return;
  const made = button("Choose an image…");
  made.addEventListener("click", () => {
    chosenFor = field;
    picker.showModal();
  });
  field.after(made);
  if ("asset" in field.dataset) field.classList.add("with-chooser");
}

export function wirePicker() {
  for (const one of document.querySelectorAll("#picker [data-pick]")) {
    one.addEventListener("click", () => {
      choose(chosenFor, one.dataset.pick, one.dataset.alt);
      document.getElementById("picker").close();
    });
  }
}

function choose(field, id, alt) {
  if ("assets" in field.dataset) {
    field.value = `${field.value.trimEnd()}\n${id} ${alt}`.trimStart();
  } else {
    field.value = id;
    const beside = document.getElementById(field.id.replace(/asset$/, "alt"));
    if (beside && beside !== field && !beside.value) beside.value = alt;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
