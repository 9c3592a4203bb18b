// The theme editor: pickers beside colours, the preview and the contrasts follow while typing.
const form = document.querySelector("form.theme-form");
const preview = document.getElementById("preview");
const contrasts = document.getElementById("contrasts");
const fields = [...form.querySelectorAll("[data-setting]")];
const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const plain = /^[\w #.,%()"'-]*$/;

const kebab = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
const whole = (colour) => (colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour).toUpperCase();

function channel(value) {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function ratio(first, second) {
  const [high, low] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function dress() {
  const page = preview.contentDocument?.documentElement;
  if (!page) return;
  for (const field of fields) {
    const { setting, kind } = field.dataset;
    const value = field.value.trim();
    if (setting === "slogan") {
      const shown = preview.contentDocument.querySelector("[data-shows=slogan]");
      if (shown && value) shown.textContent = value;
    } else if (kind !== "text" && kind !== "url" && plain.test(value)) {
      page.style.setProperty(`--brand-${kebab(setting)}`, value || "initial");
    }
  }
}

function line(foreground, background, colours) {
  const found = ratio(colours[foreground], colours[background]);
  const [word, kind] = found >= 4.5 ? ["reads well", "good"] : found >= 3 ? ["large text only", "warn"] : ["hard to read", "bad"];
  const item = document.getElementById("contrast-line").content.firstElementChild.cloneNode(true);
  item.querySelector("rect").setAttribute("fill", colours[background]);
  item.querySelector("text").setAttribute("fill", colours[foreground]);
  item.querySelector(".pair").textContent = `${foreground} on ${background}`;
  item.querySelector("strong").textContent = `${Math.floor(found * 100) / 100} : 1`;
  const badge = item.querySelector(".badge");
  badge.textContent = word;
  badge.classList.add(kind);
  return item;
}

function compare() {
  const colours = {};
  for (const field of fields) {
    if (field.dataset.kind === "colour" && hex.test(field.value.trim())) colours[field.dataset.setting] = whole(field.value.trim());
  }
  const pairs = [["textColor", "backgroundColor"], ...Object.keys(colours).filter((name) => name.startsWith("on")).map((name) => [name, name.charAt(2).toLowerCase() + name.slice(3)])];
  const lines = pairs.filter(([over, under]) => colours[over] && colours[under]).map(([over, under]) => line(over, under, colours));
  contrasts.querySelector(".contrasts").replaceChildren(...lines);
}

for (const picker of form.querySelectorAll("[data-picks]")) {
  const field = document.getElementById(picker.dataset.picks);
  picker.hidden = false;
  picker.addEventListener("input", () => {
    field.value = picker.value.toUpperCase();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const follow = () => { if (hex.test(field.value.trim())) picker.value = whole(field.value.trim()).toLowerCase(); };
  field.addEventListener("input", follow);
  follow();
}
form.addEventListener("input", () => { dress(); compare(); });
preview.addEventListener("load", dress);
// What was typed before this script ran counts too.
dress();
compare();
