// ElectroDB's entities on the shared table: a request is a line of JSON, and so is its answer.
"use strict";

const readline = require("node:readline");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { Entity, Service } = require("electrodb");

const client = new DynamoDBClient({ endpoint: process.env.ENDPOINT, region: process.env.AWS_REGION });
const settings = { client, table: "shared" };

const task = new Entity({
  model: { entity: "task", version: "1", service: "taskapp" },
  attributes: {
    taskId: { type: "string" },
    project: { type: "string" },
    employee: { type: "string" },
    status: { type: ["open", "closed"], default: "open" },
    points: { type: "number" },
    createdAt: { type: "number" },
    tags: { type: "set", items: "string" },
    place: { type: "map", properties: { room: { type: "string" } } },
    done: { type: "boolean" },
  },
  indexes: {
    task: {
      pk: { field: "pk", composite: ["taskId"] },
      sk: { field: "sk", composite: ["project", "employee"] },
    },
    assigned: {
      collection: "assignments",
      index: "gsi1",
      pk: { field: "gsi1pk", composite: ["employee"] },
      sk: { field: "gsi1sk", composite: ["status", "taskId"] },
    },
  },
}, settings);

const employee = new Entity({
  model: { entity: "employee", version: "1", service: "taskapp" },
  attributes: { employee: { type: "string" }, office: { type: "string" } },
  indexes: {
    employee: {
      pk: { field: "pk", composite: ["employee"] },
      sk: { field: "sk", composite: [] },
    },
    coworkers: {
      collection: "assignments",
      index: "gsi1",
      pk: { field: "gsi1pk", composite: ["employee"] },
      sk: { field: "gsi1sk", composite: [] },
    },
  },
}, settings);

const entities = { task, employee };
const service = new Service(entities);

async function answer({ verb, entity, index, given, set }) {
  const one = entities[entity];
  switch (verb) {
    case "create": return (await one.create(given).go()).data;
    case "get": return (await one.get(given).go()).data;
    case "patch": return (await one.patch(given).set(set).go({ response: "all_new" })).data;
    case "delete": return (await one.delete(given).go()).data;
    case "query": return (await one.query[index](given).go({ pages: "all" })).data;
    case "collection": return (await service.collections[index](given).go({ pages: "all" })).data;
    default: throw new Error(`no verb ${verb}`);
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = { value: await answer(JSON.parse(line)) ?? null };
    } catch (error) {
      reply = { error: `${error.name}: ${error.message}` };
    }
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
})();
