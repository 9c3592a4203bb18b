// Shows an image before it is uploaded, and proposes an id from its name.
const form = document.querySelector("form.upload");
const shown = document.getElementById("upload-preview");
form?.elements.file.addEventListener("change", () => {
  const [file] = form.elements.file.files;
  shown.hidden = !file;
  if (!file) return;
  shown.src = URL.createObjectURL(file);
  if (!form.elements.asset_id.value) {
    form.elements.asset_id.value = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  }
});
