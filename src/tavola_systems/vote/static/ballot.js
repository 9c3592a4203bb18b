// The ballot as a list to drag: the form's own selects stay the truth, so nothing is lost without this.
const form = document.querySelector("[data-ballot]");
if (form) enhance(form);

function enhance(form) {
  const list = form.querySelector(".ballot-list");
  const said = form.querySelector("[data-said]");
  const line = document.createElement("li");
  line.className = "line";
  line.textContent = "Not ranked below this line";
  form.classList.add("enhanced");
  for (const hidden of form.querySelectorAll(".grip, .rank-number, .choice-tools, .with-script")) hidden.hidden = false;

  const rankOf = (choice) => Number(choice.querySelector(".rank").value) || Infinity;
  const choices = [...list.querySelectorAll(".choice")].sort((a, b) => rankOf(a) - rankOf(b));
  const isNew = choices.every((choice) => rankOf(choice) === Infinity);
  let before = null;
  let hasLine = false;
  for (const choice of choices) {
    if (rankOf(choice) === Infinity && !hasLine) { list.append(line); hasLine = true; }
    choice.toggleAttribute("data-tied", before !== null && rankOf(choice) === before && before !== Infinity);
    before = rankOf(choice);
    list.append(choice);
  }
  if (!hasLine) list.append(line);
  if (isNew) list.prepend(line);
  update();

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const choice = event.target.closest(".choice");
    if (!choice) return;
    if (!button) { if (choice.matches(".unranked")) rankNext(choice); return; }
    if (button.matches("[data-up]")) move(choice, -1, button);
    if (button.matches("[data-down]")) move(choice, 1, button);
    if (button.matches("[data-tie]")) tie(choice);
  });

  list.addEventListener("keydown", (event) => {
    const choice = event.target.closest(".choice");
    if (!choice || !event.target.matches(".grip")) return;
    const moves = { ArrowUp: -1, ArrowDown: 1 };
    if (event.key in moves) { event.preventDefault(); move(choice, moves[event.key], event.target); }
    if (event.key === "=") { event.preventDefault(); tie(choice); }
  });

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip || event.button !== 0) return;
    const choice = grip.closest(".choice");
    event.preventDefault();
    grip.focus();
    choice.classList.add("dragged");
    const follow = (moved) => {
      const others = [...list.children].filter((one) => one !== choice);
      const next = others.find((one) => {
        const box = one.getBoundingClientRect();
        return moved.clientY < box.top + box.height / 2;
      });
      if ((next ?? null) !== choice.nextElementSibling) {
        choice.removeAttribute("data-tied");
        list.insertBefore(choice, next ?? null);
        update();
      }
    };
    const drop = () => {
      choice.classList.remove("dragged");
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("pointerup", drop);
      document.removeEventListener("pointercancel", drop);
      say(choice);
    };
    // On the document: an element that is moved in it loses the pointer.
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerup", drop);
    document.addEventListener("pointercancel", drop);
  });

  function move(choice, step, focus) {
    const target = step < 0 ? choice.previousElementSibling : choice.nextElementSibling;
    if (!target) return;
    if (step < 0) target.before(choice); else target.after(choice);
    choice.removeAttribute("data-tied");
    update();
    focus.focus();
    say(choice);
  }

  function rankNext(choice) {
    line.before(choice);
    update();
    say(choice);
  }

  function tie(choice) {
    const above = choice.previousElementSibling;
    if (!above?.matches(".choice") || choice.matches(".unranked")) return;
    choice.toggleAttribute("data-tied");
    update();
    say(choice);
  }

  function update() {
    let rank = 0;
    let isRanked = true;
    for (const one of list.children) {
      if (one === line) { isRanked = false; continue; }
      const first = one.previousElementSibling === null;
      if (first || !isRanked) one.removeAttribute("data-tied");
      const isTied = one.hasAttribute("data-tied");
      if (isRanked && !isTied) rank += 1;
      one.classList.toggle("tied", isTied);
      one.classList.toggle("unranked", !isRanked);
      one.querySelector("[data-tie]").setAttribute("aria-pressed", String(isTied));
      one.querySelector(".rank-number").textContent = isRanked ? String(rank) : "+";
      one.querySelector(".rank").value = isRanked ? String(rank) : "";
    }
    line.textContent = rank ? "Not ranked below this line" : "Choose your favourite first";
  }

  function say(choice) {
    const rank = choice.querySelector(".rank").value;
    said.textContent = rank ? `${choice.dataset.name}: rank ${rank}` : `${choice.dataset.name}: not ranked`;
  }
}
