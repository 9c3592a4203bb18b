// Sends what is meant for AWS to another endpoint; DynamoBao itself has no setting for one.
// The Host header stays AWS's, because it is signed; `fetch` would write its own.
const http = require("node:http");
const { buffer } = require("node:stream/consumers");

function send(request, body) {
  const headers = { ...Object.fromEntries(request.headers), host: new URL(request.url).host };
  return new Promise((resolve, reject) => {
    const sent = http.request(process.env.ENDPOINT, { method: request.method, headers }, resolve);
    sent.on("error", reject).end(body);
  });
}

globalThis.fetch = async (request) => {
  const answer = await send(request, Buffer.from(await request.arrayBuffer()));
  return new Response(await buffer(answer), { status: answer.statusCode });
};
