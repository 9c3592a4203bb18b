// The editor: preview while typing, a toolbar, and completion of the last tag.
const form = document.querySelector("form.writing");
const content = form.querySelector("textarea[name=content]");
const preview = document.getElementById("preview");
const tags = form.querySelector("input[name=tags]");
const known = [...document.querySelectorAll("#known-tags option")].map((option) => option.value);
let timer;
let latest = 0;

async function show() {
  const mine = ++latest;
  const body = new FormData();
  body.set("content", content.value);
  body.set("_csrf", form.elements._csrf.value);
  const answer = await fetch(form.dataset.preview, { method: "POST", body });
  if (answer.ok && mine === latest) preview.innerHTML = await answer.text();
}

content.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 300);
});
// What was typed before this script ran.
if (content.value !== content.defaultValue) show();

function wrap(before, after) {
  const { selectionStart: start, selectionEnd: end, value } = content;
  const chosen = value.slice(start, end) || "text";
  content.setRangeText(before + chosen + after, start, end, "select");
  content.setSelectionRange(start + before.length, start + before.length + chosen.length);
  content.focus();
  content.dispatchEvent(new Event("input", { bubbles: true }));
}

const marks = { bold: ["**", "**"], italic: ["*", "*"], code: ["`", "`"], link: ["[", "](https://)"], heading: ["\n## ", "\n"], list: ["\n- ", "\n"], quote: ["\n> ", "\n"] };
const toolbar = form.querySelector(".toolbar");
toolbar.hidden = false;
toolbar.addEventListener("click", (event) => {
  const mark = marks[event.target.closest("button")?.dataset.mark];
  if (mark) wrap(...mark);
});
content.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const mark = { b: "bold", i: "italic", k: "link" }[event.key];
  if (mark) {
    event.preventDefault();
    wrap(...marks[mark]);
  }
});

tags.addEventListener("input", () => {
  const parts = tags.value.split(",");
  const last = parts.pop().trim().toLowerCase();
  const start = parts.map((part) => `${part.trim()}, `).join("");
  const options = known.filter((name) => last && name.startsWith(last)).slice(0, 8);
  document.getElementById("known-tags").replaceChildren(...options.map((name) => new Option(start + name, start + name)));
});
