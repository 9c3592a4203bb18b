// The page editor: warns before unsaved text is left, saves by shortcut, and helps with Markdown.
const form = document.querySelector("form[data-editor]");

if (form) {
  // What was typed before this script ran counts too.
  const changed = () => "unsaved" in form.dataset || [...form.elements].some((one) => "defaultValue" in one && one.type !== "hidden" && one.value !== one.defaultValue);
  let isLeaving = false;
  form.addEventListener("submit", () => { isLeaving = true; });
  window.addEventListener("beforeunload", (event) => {
    if (!isLeaving && changed()) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      form.requestSubmit(form.querySelector('button[value="save"]'));
    }
  });
  for (const area of form.querySelectorAll("textarea[data-markdown]")) addToolbar(area);
}

function addToolbar(area) {
  const bar = document.createElement("div");
  bar.className = "row toolbar";
  const marks = [["Bold", "**", "**", "b"], ["Italic", "*", "*", "i"], ["Link", "[", "](https://)", "k"], ["List", "\n- ", "", null]];
  for (const [label, before, after, key] of marks) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = label;
    button.addEventListener("click", () => wrap(area, before, after));
    bar.append(button);
    if (key) area.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === key) {
        event.preventDefault();
        wrap(area, before, after);
      }
    });
  }
  area.before(bar);
}

function wrap(area, before, after) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  area.setRangeText(`${before}${value.slice(start, end)}${after}`, start, end, "select");
  area.focus();
}
