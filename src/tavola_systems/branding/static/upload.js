// Shows an image before it is uploaded, and proposes an id from its name.
const form = document.querySelector("form.upload");
const shown = document.getElementById("upload-preview");
function show() {
  const [file] = form.elements.file.files;
  shown.hidden = !file;
  if (!file) return;
  shown.src = URL.createObjectURL(file);
  if (!form.elements.asset_id.value) {
    form.elements.asset_id.value = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  }
}
if (form) {
  form.elements.file.addEventListener("change", show);
  // What was chosen before this script ran.
  show();
}
