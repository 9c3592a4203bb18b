// Forms: nothing is sent twice, unsaved text is not lost by accident, the first error has the focus.
export function guardForms(root = document) {
  for (const form of root.querySelectorAll("form")) {
    form.addEventListener("submit", () => {
      form.dataset.sent = "yes";
      setTimeout(() => form.querySelectorAll("button:not([name])").forEach((button) => { button.disabled = true; }));
    });
  }
  for (const form of root.querySelectorAll("form[data-guard]")) {
    const note = () => { form.dataset.changed = "yes"; };
    form.addEventListener("input", note);
    // What was typed before this script ran.
    const texts = form.querySelectorAll("textarea, input[type=text], input:not([type])");
    if ([...texts].some((field) => field.value !== field.defaultValue)) note();
  }
  addEventListener("beforeunload", (event) => {
    const changed = root.querySelector("form[data-guard][data-changed]:not([data-sent])");
    if (changed) event.preventDefault();
  });
  addEventListener("pageshow", () => root.querySelectorAll("form[data-sent] button").forEach((button) => { button.disabled = false; }));
  root.querySelector("[aria-invalid=true]")?.focus();
}
