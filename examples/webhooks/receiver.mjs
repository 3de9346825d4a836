/**
 * A receiver of events with nothing but Node: it verifies each event and prints it once.
 * Run it with `WEBHOOK_KEY=whpk_… node examples/webhooks/receiver.mjs`.
 */
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { WEBHOOK_KEY, PORT = '3000', ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;
if (!WEBHOOK_KEY) throw new Error('WEBHOOK_KEY is missing: get it from /v1/.well-known/webhook-keys.json.');
const maxAgeSeconds = 300;

/** `whpk_` and the 32 bytes of an Ed25519 key in base64. */
const keyOf = (whpk) => {
  const x = Buffer.from(whpk.replace('whpk_', ''), 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
};

const key = keyOf(WEBHOOK_KEY);

const isRecent = ({ 'webhook-timestamp': sentAt }) => Math.abs(Date.now() / 1000 - Number(sentAt)) < maxAgeSeconds;

/** `body` must be exactly what arrived: JSON that was parsed and written again has a different signature. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  return signatures
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .some((each) => verify(null, Buffer.from(`${id}.${sentAt}.${body}`), key, Buffer.from(each.slice(4), 'base64')));
}

/** An event may arrive twice. A real receiver stores the ids with the results of its own work. */
const seen = new Set();

const server = createServer(async (request, response) => {
  const refuse = (reason) => {
    console.error(`refused: ${reason}`);
    response.writeHead(401).end();
  };
  const body = await text(request).catch(() => undefined);
  // The sender disconnected.
  if (body === undefined) return;
  if (!isRecent(request.headers)) return refuse(`its webhook-timestamp is not within ${maxAgeSeconds} seconds of now`);
  if (!isGenuine(request.headers, body))
    return refuse('the signature does not match the body, or WEBHOOK_KEY is wrong');
  const event = JSON.parse(body);
  // Another receiver could forward an event that was sent to it.
  if (event.receiver !== ORIGIN) return refuse(`it is meant for ${event.receiver}, and ORIGIN is ${ORIGIN}`);
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) console.log(`${event.timestamp}  ${event.type}  ${event.data.order_number}  ${event.data.status}`);
  seen.add(id);
  response.writeHead(204).end();
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`Receiving at ${ORIGIN}`));
