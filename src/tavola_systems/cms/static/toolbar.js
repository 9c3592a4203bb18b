// Buttons and shortcuts that write Markdown around what is selected.
export function button(label, name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small-button";
  made.textContent = label;
  if (name) made.setAttribute("aria-label", name);
  return made;
}

const MARKS = [
  ["B", "Bold", "**", "**", "b"],
  ["I", "Italic", "*", "*", "i"],
  ["Link", "Link", "[", "](https://)", "k"],
  ["• List", "List", "\n- ", "", null],
  ["1. List", "Numbered list", "\n1. ", "", null],
  ["H", "Heading", "\n## ", "", null],
  ["“ ”", "Quote", "\n> ", "", null],
  ["</>", "Code", "`", "`", "e"],
];

export function addToolbar(area) {
  const bar = document.createElement("div");
  bar.className = "toolbar";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Formatting");
  for (const [label, name, before, after, key] of MARKS) {
    const made = button(label, name);
    if (key) made.title = `${name} (Ctrl+${key.toUpperCase()})`;
    made.addEventListener("click", () => wrap(area, before, after));
    bar.append(made);
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
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
