// The page editor: keeps a draft while one writes, changes blocks in place, shows the page as it
// will be, warns before unsaved text is left. Without scripts every button sends the form.
import { addToolbar } from "./toolbar.js";
import { addChooser, wirePicker } from "./image_picker.js";

const form = document.querySelector("form[data-editor]");
const KEEP_AFTER = 3000;
const SHOW_AFTER = 700;

if (form) start(form);

function start(form) {
  const state = { isLeaving: false, isStopped: false, kept: isTouched(form) ? "" : textOf(form), keep: 0, show: 0, turn: Promise.resolve() };
  dress(form);
  form.addEventListener("input", () => wait(form, state));
  form.addEventListener("submit", (event) => {
    const wish = event.submitter?.value ?? "save";
    if (/^(add|up|down|remove|show)\b/.test(wish)) {
      event.preventDefault();
      change(form, state, wish);
    } else {
      state.isLeaving = true;
      clearTimeout(state.keep);
    }
  });
  addEventListener("pageshow", () => { state.isLeaving = false; });
  addEventListener("beforeunload", (event) => {
    if (!state.isLeaving && textOf(form) !== state.kept) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      form.requestSubmit(form.querySelector('.actions button[value="save"]'));
    }
  });
  wirePicker();
  if (state.kept === "") wait(form, state);
}

// What was typed before this script ran counts, and what the server says is not saved.
function isTouched(form) {
  return "unsaved" in form.dataset || [...form.elements].some((one) => "defaultValue" in one && one.type !== "hidden" && one.value !== one.defaultValue);
}

function textOf(form) {
  const fields = [...new FormData(form)].filter(([name]) => !["_csrf", "version", "revision"].includes(name));
  return JSON.stringify(fields);
}

function wait(form, state) {
  clearTimeout(state.keep);
  clearTimeout(state.show);
  state.keep = setTimeout(() => keep(form, state), KEEP_AFTER);
  state.show = setTimeout(() => refresh(form, state), SHOW_AFTER);
}

function send(form, wish, accept) {
  const body = new FormData(form);
  body.set("do", wish);
  return fetch(form.action, { method: "POST", body, headers: { Accept: accept } });
}

// Requests go one after another, so that each names the revision that the one before has made.
function inTurn(state, work) {
  state.turn = state.turn.then(work, work);
  return state.turn;
}

function keep(form, state) {
  inTurn(state, async () => {
    const text = textOf(form);
    if (state.isStopped || state.isLeaving || text === state.kept) return;
    try {
      const answer = await send(form, "autosave", "application/json");
      const told = await answer.json();
      if (answer.ok) {
        state.kept = text;
        for (const one of document.querySelectorAll("input[name=revision]")) one.value = told.revision;
      }
      state.isStopped = answer.status === 409 || answer.status === 404;
      tell(told.told ?? told.detail ?? "", answer.ok ? "good" : "bad");
    } catch {
      tell("Not kept: the server cannot be reached. It is tried again.", "bad");
      state.keep = setTimeout(() => keep(form, state), KEEP_AFTER * 3);
    }
  });
}

function tell(text, kind) {
  const place = form.querySelector("[data-kept]");
  place.textContent = text;
  place.dataset.kind = kind;
}

async function pageFor(form, wish) {
  const answer = await send(form, wish, "text/html");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function change(form, state, wish) {
  inTurn(state, async () => {
    const page = await pageFor(form, wish);
    const blocks = page.querySelector("[data-blocks]");
    if (!blocks) return;
    form.querySelector("[data-blocks]").replaceWith(blocks);
    showPreview(page);
    dress(form);
    focusAfter(form, wish);
    wait(form, state);
  });
}

function refresh(form, state) {
  inTurn(state, async () => showPreview(await pageFor(form, "show"))).catch(() => {});
}

function showPreview(page) {
  const made = page.querySelector(".preview-body");
  if (made) document.querySelector(".preview-body").replaceWith(made);
}

function focusAfter(form, wish) {
  const blocks = [...form.querySelectorAll("fieldset.block")];
  const [verb, what] = wish.split(":");
  const at = { add: blocks.length - 1, up: what - 1, down: +what + 1, remove: what }[verb];
  const block = blocks[Math.max(0, Math.min(at, blocks.length - 1))];
  block?.querySelector("textarea, input:not([type=hidden])")?.focus();
  block?.scrollIntoView({ block: "nearest" });
}

function dress(form) {
  for (const area of form.querySelectorAll("textarea[data-markdown]")) addToolbar(area);
  for (const field of form.querySelectorAll("[data-asset], [data-assets]")) addChooser(field);
}
