/** The partners' own events in real mode, over HTTP: signatures, orders that are not known, duplicates and disorder. */

import { signature, Webhooks } from '../../support/doubles/postgrid-webhooks.ts';
import type { Json } from '../../support/e2e/client.ts';
import { orderFax, paid, receiptOf } from '../../support/e2e/desk.ts';
import { postgridSecret, runningReal } from '../../support/e2e/real.ts';

const service = runningReal();

const fulfilled = async () => {
  const job = await paid(service, service.order());
  return service.jobUntil(job.job_id, { status: 'fulfilled' });
};

const eventOf = (letterId: string, status: string): Json => {
  const metadata = { reference: 'job_00000000000000000000000009' };
  const data = { metadata, ...service.postgrid.orders().find(({ id }) => id === letterId), id: letterId, status };
  return { id: 'event_0123456789abcdef', object: 'event', type: 'letter.updated', live: false, data };
};

function tell(event: object, { secret = postgridSecret, at = Date.now(), unit = 'milliseconds' as const } = {}) {
  const body = JSON.stringify(event);
  return post(body, signature(secret, body, at, unit));
}

const post = (body: string, signed: string | undefined) =>
  service.post('/webhooks/postgrid', body, {
    'content-type': 'application/json',
    ...(signed === undefined ? {} : { 'postgrid-signature': signed }),
  });

describe('PostGrid', () => {
  test('unsigned, signed by somebody else, too old or changed afterwards: 401, and nothing is recorded', async () => {
    const { job_id, letter_id } = await fulfilled();
    const event = eventOf(letter_id, 'processed_for_delivery');
    const body = JSON.stringify(event);
    const answers = [
      await post(body, undefined),
      await tell(event, { secret: 'somebody-elses-secret-0123456789' }),
      await tell(event, { at: Date.now() - 9 * 60 * 60_000 }),
      await tell(event, { at: Date.now() + 10 * 60_000 }),
      await post(body.replace('processed_for_delivery', 'completed'), signature(postgridSecret, body, Date.now())),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401));
    expect(answers.flatMap((answer) => service.factsOf(answer))).toEqual([]);
    expect(await service.job(job_id)).toMatchObject({ fulfillment_status: 'in_production' });
  });

  test('an order that is not known is 503, so that PostGrid sends the event again later', async () => {
    const answer = await tell(eventOf('letter_0123456789abcdef01234567', 'printing'));
    expect(answer).toMatchObject({ status: 503, body: { error: expect.any(String) } });
    expect(answer.headers.get('retry-after')).toBe('60');
  });

  test('duplicates and disorder change nothing: the order only moves forward', async () => {
    const { job_id, letter_id } = await fulfilled();
    for (const status of ['processed_for_delivery', 'processed_for_delivery', 'ready', 'printing', 'ready'])
      expect(await tell(eventOf(letter_id, status))).toMatchObject({ status: 200, body: { ok: true, job_id } });
    expect(await service.job(job_id)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
    const { times } = await receiptOf(service, { job_id });
    await tell(eventOf(letter_id, 'completed'));
    expect((await receiptOf(service, { job_id })).times).toEqual(times);
  });

  test('mail that comes back is told, on the receipt too, and refunds nothing', async () => {
    const { job_id, letter_id } = await fulfilled();
    const event = eventOf(letter_id, 'completed');
    await tell(event);
    for (const imbStatus of ['returned_to_sender', 'out_for_delivery'])
      await tell({ ...event, data: { ...event.data, imbStatus } });
    expect(await service.job(job_id)).toMatchObject({ returned_at: expect.any(Number), refund: 'not_applicable' });
    expect((await receiptOf(service, { job_id })).times).toHaveProperty('returned_at');
  });

  test('a cancellation that comes twice, and news after it, refund once', async () => {
    const { job_id, letter_id } = await fulfilled();
    const event = eventOf(letter_id, 'cancelled');
    for (const each of [event, event, eventOf(letter_id, 'completed'), event]) await tell(each);
    await service.jobUntil(job_id, { status: 'failed', refund: 'issued' });
    const refunds = [...service.stripe.refunds.values()].filter(({ metadata }) => metadata.job_id === job_id);
    expect(refunds).toHaveLength(1);
  });

  test('events of other kinds are ignored', async () => {
    const answer = await tell({ id: 'event_0123456789abcdef', type: 'postcard.created', data: {} });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, job_id: null, ignored: expect.any(String) } });
  });

  test('a webhook that was left at JWT, PostGrid’s default, is 401', async () => {
    const { letter_id } = await fulfilled();
    const jwt = new Webhooks(() => Date.now(), { unit: 'milliseconds', restamps: false });
    const url = `${service.baseUrl}/webhooks/postgrid`;
    jwt.register({ url, enabledEvents: ['letter.updated'], secret: postgridSecret });
    jwt.emit('letter.updated', eventOf(letter_id, 'completed').data);
    expect(await jwt.deliver()).toMatchObject([{ statusCode: 401 }]);
  });
});

describe('Telnyx', () => {
  const send = ({ rawBody, headers }: { rawBody: string; headers: object }) =>
    service.post('/webhooks/telnyx', rawBody, { 'content-type': 'application/json', ...headers });

  test('unsigned, changed or stale: 401; an unknown fax: 503; duplicates and disorder: nothing', async () => {
    const { job_id } = await paid(service, orderFax(service));
    const { fax_id } = await service.jobUntil(job_id, { fulfillment_status: 'sent' });
    const event = service.telnyx.event(fax_id);
    const stale = { ...event.headers, 'telnyx-timestamp': `${Math.floor(Date.now() / 1_000) - 400}` };
    const refused = [
      await send({ rawBody: event.rawBody, headers: {} }),
      await send({ rawBody: event.rawBody, headers: stale }),
      await send({ rawBody: event.rawBody.replace('delivered', 'failed'), headers: event.headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(refused.flatMap((answer) => service.factsOf(answer))).toEqual([]);
    const before = await service.job(job_id);
    for (let time = 0; time < 3; time += 1) expect((await send(service.telnyx.event(fax_id))).status).toBe(200);
    expect(await service.job(job_id)).toEqual(before);
  });

  test('a fax that is not ours is ignored; one that no job has yet is 503', async () => {
    const { apiKey, connectionId, fromNumber } = service.telnyx.settings;
    for (const [reference, status] of [
      ['invoice_17', 200],
      ['job_00000000000000000000000009', 503],
    ] as const) {
      const made = await fetch(`${service.telnyx.base}/v2/faxes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ connection_id: connectionId, from: fromNumber, to: '+12125559999', media_url: 'http://127.0.0.1:1/' },
          client_state: Buffer.from(reference).toString('base64'),
        }),
      });
      const { data } = (await made.json()) as Json;
      expect((await send(service.telnyx.event(data.id))).status).toBe(status);
    }
  });
});
