// Calls DynamoBao for another process: a line of JSON is a call, a line of JSON answers it.
// What JSON has not is an object of one key: $date, $set or $bytes.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const { initModels, TenantContext } = require("dynamo-bao");

const folder = path.resolve(process.argv[2]);
const models = Object.assign({}, ...fs.readdirSync(folder).map((file) => require(path.join(folder, file))));

function decode(_key, value) {
  if (value && value.$date) return new Date(value.$date);
  if (value && value.$set) return new Set(value.$set);
  if (value && value.$bytes) return Buffer.from(value.$bytes, "base64");
  return value;
}

async function encode(value) {
  if (value === undefined || value === null || typeof value !== "object") return value ?? null;
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof Set) return { $set: [...value] };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return Promise.all(value.map(encode));
  if (value[Symbol.asyncIterator]) return encodeAll(value);
  if (value.exists && !value.exists()) return null;
  const names = Object.keys(value.exists ? value.constructor.fields : value);
  const pairs = names.map(async (name) => [name, await encode(value[name])]);
  return Object.fromEntries(await Promise.all(pairs));
}

async function encodeAll(batches) {
  const all = [];
  for await (const batch of batches) all.push(...(await encode(batch)));
  return all;
}

async function call({ table, tenant, model, id, assign, method, args }) {
  initModels({ db: { tableName: table }, models, tenancy: { enabled: tenant !== null } });
  const target = id === null ? models[model] : await models[model].find(id);
  Object.assign(target, assign);
  return encode(await target[method](...args));
}

async function answer(line) {
  const request = JSON.parse(line, decode);
  try {
    return { value: await TenantContext.runWithTenant(request.tenant, () => call(request)) };
  } catch (error) {
    return { error: { name: error.constructor.name, message: error.message } };
  }
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
  }
}

main();
