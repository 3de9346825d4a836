/** The double's webhooks as PostGrid sends them, read by the adapter: both units of time, retries of hours, JWT by default. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPostgridEvent } from '../../../shared/adapters/partners/postgrid/event.ts';
import { type Desk, letterRequest, openDesk } from '../../support/adapters/postgrid.ts';
import type { PostgridOptions } from '../../support/doubles/postgrid.ts';

const secret = 'whsec_double_0123456789';
const hour = 3_600_000;

let now = Date.UTC(2026, 10, 21, 12);
let desk: Desk;
let server: Server;
let answers: number[];
let events: unknown[];

beforeEach(async () => {
  [answers, events] = [[], []];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const header = request.headers['postgrid-signature'] as string | undefined;
    try {
      const event = readPostgridEvent(Buffer.concat(parts).toString('utf8'), header, [secret], now);
      const status = answers.shift() ?? 200;
      if (status === 200) events.push(event);
      response.writeHead(status).end();
    } catch {
      response.writeHead(401).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await desk.double.close();
  server.close();
});

async function open(signing: PostgridOptions['signing'], hook: object = { payloadFormat: 'json' }): Promise<void> {
  desk = await openDesk({ now: () => now, ...(signing && { signing }) });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/webhooks/postgrid`;
  const enabledEvents = ['letter.created', 'letter.updated'];
  const response = await fetch(`${desk.double.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': desk.double.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url, enabledEvents, secret, ...hook }),
  });
  expect(response.status).toBe(201);
}

test.each(['seconds', 'milliseconds'] as const)('each turn of an order, stamped in %s', async (unit) => {
  await open({ unit });
  await desk.letters.submit(letterRequest());
  await desk.double.deliver();
  desk.double.proceed('printing');
  await desk.double.deliver();
  desk.double.cancel(`${desk.double.orders()[0]?.id}`, 'invalid_content');
  await desk.double.deliver();
  await desk.double.deliver();
  expect(events).toMatchObject([
    { type: 'letter.created', view: { progress: { stage: 'accepted' } } },
    { type: 'letter.updated', view: { progress: { stage: 'in_progress' } } },
    { type: 'letter.updated', view: { stopped: expect.stringMatching(/cannot be printed/) } },
  ]);
});

test.each([true, false])('the last of three retries counts as well, stamped anew: %s', async (restamps) => {
  await open({ restamps });
  answers = [503, 500, 401];
  await desk.letters.submit(letterRequest());
  expect(await desk.double.deliver()).toHaveLength(1);
  for (const afterMs of [1 * hour, 2 * hour, 4 * hour]) {
    now += afterMs - 1;
    expect(await desk.double.deliver()).toEqual([]);
    now += 1;
    expect(await desk.double.deliver()).toHaveLength(1);
  }
  expect(events).toHaveLength(1);
  now += 100 * hour;
  expect(await desk.double.deliver()).toEqual([]);
});

test('a webhook that was not set to JSON sends tokens, and those are refused', async () => {
  await open({}, {});
  await desk.letters.submit(letterRequest());
  expect(await desk.double.deliver()).toMatchObject([{ statusCode: 401 }]);
});

test('a webhook with another secret is refused', async () => {
  await open({}, { payloadFormat: 'json', secret: 'whsec_of_somebody_else' });
  await desk.letters.submit(letterRequest());
  expect(await desk.double.deliver()).toMatchObject([{ statusCode: 401 }]);
});
