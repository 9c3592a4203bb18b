// Checks the published files of a draw in the browser; nothing is sent anywhere.
// It follows domain/verify.py: each document has to be exactly what the program would have written.
const NAMES = ["commitment.json", "entries.txt", "entries.json", "draw.json", "order.txt", "SHA256SUMS"];
const FORMAT = "tavola-draw-1";
const text = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const bytes = (words) => new TextEncoder().encode(words);
const hex = (buffer) => [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, "0")).join("");
const fromHex = (words) => Uint8Array.from(words.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (content) => hex(await crypto.subtle.digest("SHA-256", content));
const equal = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

// The same characters as in domain/draw.py: controls, format characters, surrogates.
const INVISIBLE = /[\u{0}-\u{8}\u{e}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{600}-\u{605}\u{61c}\u{6dd}\u{70f}\u{890}-\u{891}\u{8e2}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2064}\u{2066}-\u{206f}\u{d800}-\u{dfff}\u{feff}\u{fff9}-\u{fffb}\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;
const MAX_PUBLIC_VALUE_CHARACTERS = 1000;

// A public value as it counts; null if it can be none.
export function tidyPublicValue(value) {
  if (INVISIBLE.test(value)) return null;
  const tidy = value.normalize("NFC").trim().split(/\s+/u).join(" ");
  return [...tidy].length > MAX_PUBLIC_VALUE_CHARACTERS ? null : tidy;
}

// As Python's json.dumps writes it with indent=2, sorted keys and ASCII only.
function written(values) {
  const escape = (words) => words.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const sorted = Object.fromEntries(Object.keys(values).sort().map((key) => [key, values[key]]));
  return bytes(`${escape(JSON.stringify(sorted, null, 2))}\n`);
}

async function drawn(seed, ids, value) {
  const digest = fromHex(await sha256(bytes(ids.map((id) => `${id}\n`).join(""))));
  const joined = new Uint8Array([...fromHex(seed), ...digest, ...bytes(value)]);
  const raw = await crypto.subtle.digest("SHA-256", joined);
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const ranked = [];
  for (const id of ids) {
    ranked.push([hex(await crypto.subtle.sign("HMAC", key, bytes(id))), id]);
  }
  ranked.sort((one, other) => (one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]) ? -1 : 1));
  return { key: hex(raw), order: ranked.map((one) => one[1]) };
}

async function checkSums(files) {
  const names = [...files.keys()].filter((name) => name !== "SHA256SUMS").sort();
  const lines = [];
  for (const name of names) {
    lines.push(`${await sha256(files.get(name))}  ${name}\n`);
  }
  return equal(bytes(lines.join("")), files.get("SHA256SUMS"));
}

function readDocument(files, name) {
  const values = JSON.parse(text(files.get(name)));
  return values.format === FORMAT && equal(written(values), files.get(name)) ? values : null;
}

async function checkEntries(files) {
  const values = readDocument(files, "entries.json");
  const listed = text(files.get("entries.txt"));
  const ids = listed.split("\n").slice(0, -1);
  const sorted = [...new Set(ids)].sort();
  return values !== null
    && ids.every((id) => /^[0-9A-Za-z_-]{1,64}$/.test(id))
    && sorted.map((id) => `${id}\n`).join("") === listed
    && values.entries === ids.length
    && values.entries_sha256 === await sha256(files.get("entries.txt"))
    && values.commitment_sha256 === await sha256(files.get("commitment.json"));
}

async function checkDraw(files) {
  const values = readDocument(files, "draw.json");
  const ids = text(files.get("entries.txt")).split("\n").slice(0, -1);
  const { key, order } = await drawn(values.seed, ids, values.public_value);
  return values.public_value === tidyPublicValue(values.public_value)
    && values.key === key
    && values.entries_json_sha256 === await sha256(files.get("entries.json"))
    && values.order_sha256 === await sha256(files.get("order.txt"))
    && text(files.get("order.txt")) === order.map((id) => `${id}\n`).join("");
}

// What the files cannot exclude; the same sentences as in domain/verify.py.
function doubtOf(promise) {
  if (!promise.public_source) {
    return "No public value took part: the operator, who had the seed, could have chosen.";
  }
  return promise.committed_at >= promise.cutoff_at
    ? "It was promised after the cutoff, in place of an abandoned draw: whoever knew the public value by then could have chosen."
    : "";
}

export async function verify(files, noted) {
  const found = [];
  const check = async (sentence, holds) => {
    let result = false;
    try {
      result = Boolean(await holds());
    } catch {
      result = false;
    }
    found.push([sentence, result]);
  };
  const isWhole = NAMES.every((name) => files.has(name));
  await check("All files of the draw are there.", () => isWhole);
  if (!isWhole) {
    return { found, holds: false, winners: [], order: [] };
  }
  const promise = () => readDocument(files, "commitment.json");
  await check("Each file has the SHA-256 that SHA256SUMS lists.", () => checkSums(files));
  if (noted) {
    await check("The commitment is the one that you noted.", async () => noted === await sha256(files.get("commitment.json")));
  }
  await check("The commitment is well formed.", () => Number.isInteger(promise().places) && promise().places > 0);
  await check("The entries are those whose digest was published, and follow the commitment.", () => checkEntries(files));
  await check("The seed is the one that was committed to.", async () => promise().seed_sha256 === await sha256(fromHex(readDocument(files, "draw.json").seed)));
  await check("A public value is given if one was promised.", () => Boolean(promise().public_source) === Boolean(readDocument(files, "draw.json").public_value));
  await check("No public value was used before the cutoff.", () => !promise().public_source || readDocument(files, "draw.json").drawn_at >= promise().cutoff_at);
  await check("Key and order follow from seed, entries and public value.", () => checkDraw(files));
  const holds = found.every((one) => one[1]);
  const order = holds ? text(files.get("order.txt")).split("\n").slice(0, -1) : [];
  const doubt = holds ? doubtOf(promise()) : "";
  return { found, holds, order, doubt, winners: order.slice(0, holds ? promise().places : 0) };
}

// A zip file ends with a directory of what is in it: a signature, then sizes, names and places.
async function unzipped(content) {
  const view = new DataView(content.buffer);
  const files = new Map();
  let end = content.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return files;
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    const [size, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const name = text(content.subarray(at + 46, at + 46 + nameLength)).split("/").pop();
    const local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = new Blob([content.subarray(begin, begin + size)]);
    const isPacked = view.getUint16(at + 10, true) === 8;
    const plain = isPacked ? packed.stream().pipeThrough(new DecompressionStream("deflate-raw")) : packed.stream();
    if (NAMES.includes(name)) files.set(name, new Uint8Array(await new Response(plain).arrayBuffer()));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

async function chosen(input) {
  const link = document.querySelector("a[data-published]");
  if (link) {
    return unzipped(new Uint8Array(await (await fetch(link.href)).arrayBuffer())).catch(() => new Map());
  }
  const files = new Map();
  for (const file of input.files) {
    const content = new Uint8Array(await file.arrayBuffer());
    if (NAMES.includes(file.name)) {
      files.set(file.name, content);
    } else if (file.name.endsWith(".zip")) {
      for (const [name, inside] of await unzipped(content).catch(() => new Map())) files.set(name, inside);
    }
  }
  return files;
}

function show(list, conclusion, result, request) {
  list.replaceChildren(...result.found.map(([sentence, holds]) => {
    const item = document.createElement("li");
    item.className = holds ? "holds" : "fails";
    item.textContent = `${holds ? "✓" : "✗"} ${sentence}`;
    return item;
  }));
  const place = result.order.indexOf(request) + 1;
  let words = result.holds ? `${result.winners.length} of ${result.order.length} were drawn, as promised.` : "This is not what was promised and published.";
  if (result.doubt) words += ` ${result.doubt}`;
  if (result.holds && request) {
    words += place ? ` ${request} was drawn as number ${place}, and ${place <= result.winners.length ? "won" : "did not win"}.` : ` ${request} did not take part.`;
  }
  conclusion.textContent = words;
  conclusion.className = `notice ${result.holds ? "good" : "bad"}`;
  conclusion.hidden = false;
}

const form = globalThis.document?.querySelector("form[data-verify]");
if (form && globalThis.crypto?.subtle) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const files = await chosen(form.elements.files);
    const result = await verify(files, form.elements.noted.value.trim().toLowerCase());
    show(document.querySelector("[data-checks]"), document.querySelector("[data-conclusion]"), result, form.elements.request.value.trim());
  });
}
