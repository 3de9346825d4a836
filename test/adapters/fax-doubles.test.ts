/** The doubles of the fax partners: they advance by a clock, read the document, and send events as unruly as the real. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sinchFaxes } from '../../shared/adapters/partners/sinch/sinch.ts';
import { readTelnyxEvent } from '../../shared/adapters/partners/telnyx/event.ts';
import { telnyxFaxes } from '../../shared/adapters/partners/telnyx/telnyx.ts';
import type { PartnerEvent } from '../../shared/ports.ts';
import { faxOrder } from '../support/contracts/orders.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { sinchDouble } from '../support/doubles/sinch.ts';
import { telnyxDouble } from '../support/doubles/telnyx.ts';
import type { Mood } from '../support/fakes/deps.ts';

const clock = { now: () => Date.now(), sleep: (ms: number) => sleep(ms) };
const log = { alarm: () => {} };

/** A server that serves the document by GET, and keeps what is posted to it; by default it refuses the first event once. */
async function openReceiver(refuses: (posted: number) => boolean = (posted) => posted === 1) {
  const posted: { readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.end('%PDF-1.4 test');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    posted.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
    response.writeHead(refuses(posted.length) ? 500 : 200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { posted, url, close: () => void server.close() };
}

const request = (mood: Mood, url: string) => ({
  ...sampleRequest('fax', faxOrder(mood), 'job_1'),
  link: async () => url,
});

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !condition(); round += 1) await sleep(50);
}

const stageOf = (event: PartnerEvent) =>
  event.kind === 'order' && 'progress' in event.view ? event.view.progress.stage : event;

test.each([false, true])('a fax is read, sent and told of, each event signed (unruly: %s)', async (unruly) => {
  const receiver = await openReceiver();
  const double = await telnyxDouble({ clock, moving: true, fetchesMedia: true, unruly });
  const partner = telnyxFaxes({ ...double.settings, apiBase: double.base, webhookUrl: receiver.url, clock, log });
  expect(await partner.submit(request('none', receiver.url))).toMatchObject({ kind: 'accepted' });
  await until(() => receiver.posted.length >= (unruly ? 9 : 5));
  const events = receiver.posted.map(({ body, headers }) => {
    const [signature, timestamp] = [headers['telnyx-signature-ed25519'], headers['telnyx-timestamp']].map(String);
    return readTelnyxEvent(body, { signature, timestamp }, double.publicKey, Date.now());
  });
  const stages = ['accepted', 'accepted', 'in_progress', 'completed'];
  const expected = unruly ? stages.toReversed().flatMap((stage) => [stage, stage]) : stages;
  expect(events.map(stageOf)).toEqual([expected[0], ...expected]);
  expect([...double.media.values()].map((bytes) => new TextDecoder().decode(bytes))).toEqual(['%PDF-1.4 test']);
  await double.close();
  receiver.close();
});

test('an event that the first address refuses three times goes to the failover address, signed anew each time', async () => {
  const [receiver, failover] = [await openReceiver(() => true), await openReceiver(() => false)];
  const double = await telnyxDouble({ clock });
  double.account.application.webhook_event_failover_url = failover.url;
  const partner = telnyxFaxes({ ...double.settings, apiBase: double.base, webhookUrl: receiver.url, clock, log });
  await partner.submit(request('none', receiver.url));
  await until(() => failover.posted.length >= 1);
  const deliveries = [...receiver.posted, ...failover.posted];
  expect(deliveries.map(({ body }) => JSON.parse(body).meta)).toEqual([
    ...[1, 2, 3].map((attempt) => ({ attempt, delivered_to: receiver.url })),
    { attempt: 4, delivered_to: failover.url },
  ]);
  for (const { body, headers } of deliveries) {
    const [signature, timestamp] = [headers['telnyx-signature-ed25519'], headers['telnyx-timestamp']].map(String);
    expect(readTelnyxEvent(body, { signature, timestamp }, double.publicKey, Date.now())).toMatchObject({
      kind: 'order',
      partnerId: double.faxes()[0]?.id,
    });
  }
  expect(new Set(deliveries.map(({ body }) => JSON.parse(body).data.id)).size).toBe(1);
  await double.close();
  for (const one of [receiver, failover]) one.close();
});

test('a document that Telnyx cannot read fails the fax, which may be tried with a fresh link', async () => {
  const double = await telnyxDouble({ clock, fetchesMedia: true });
  const partner = telnyxFaxes({ ...double.settings, apiBase: double.base, clock, log });
  double.fault('media', 422);
  await partner.submit(request('none', 'http://127.0.0.1:1/none.pdf'));
  const [fax] = double.faxes();
  await until(() => fax?.status === 'failed');
  expect(await partner.read(fax?.id ?? '')).toMatchObject({ mayBounce: true });
  await double.close();
});

test.each<Mood>(['busy', 'busy_once'])('the test number %s is busy at both partners', async (mood) => {
  const [telnyx, sinch] = [await telnyxDouble({ clock, moving: true }), await sinchDouble({ clock, moving: true })];
  const partners = [
    telnyxFaxes({ ...telnyx.settings, apiBase: telnyx.base, clock, log }),
    sinchFaxes({ now: Date.now, ...sinch.settings, apiBase: sinch.base, log }),
  ];
  for (const partner of partners) {
    const outcome = await partner.submit(request(mood, 'http://127.0.0.1:1/none.pdf'));
    if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
    await sleep(1_000);
    expect(await partner.read(outcome.order.id)).toEqual({ stopped: 'The receiving line was busy.', mayBounce: true });
  }
  await telnyx.close();
  await sinch.close();
});
