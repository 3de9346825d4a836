/** One attempt to post an event to a receiver: what is sent, how it is signed, and when nothing is sent. */
import { Webhook } from 'standardwebhooks';
import { newSigningKey } from '../../bin/new-signing-key.ts';
import { depsFor } from '../../shared/config/app.ts';
import { config } from '../../shared/config/config.ts';
import { logTo } from '../../shared/config/log.ts';
import type { JobEvent } from '../../shared/domain/job/job.ts';
import { productNames } from '../../shared/domain/names.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { drain } from '../../shared/notify/drain.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/notify/outbox.ts';
import { maxPerHostPerMinute, tellWebhook } from '../../shared/notify/tell-webhook.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { showWebhookKeys } from '../../shared/web/show-signing-keys.ts';
import { isSigned } from '../support/e2e/receiver.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { orderedAs, paid, quotedAs, reconcileFor, requestFor, samples } from '../support/fakes/orders.ts';
import { hook, placedWithNotify, receivedEvents, secret, setReceiverResponse } from '../support/notified-jobs.ts';
import { signingKey } from '../support/receipts.ts';

/** An outbox with one event for this URL. */
function outboxTo(to: string, now: number): Outbox {
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' };
  const outbox = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: `job_${'0'.repeat(28)}`, to }, now);
  return withEvents(outbox, [{ number: 1, type: 'letter.paid', at: now, statuses }], now);
}

test('a host over its limit gets no events until the next minute, and other hosts still get theirs', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const tell = async (to: string) => {
    const outbox = outboxTo(to, now);
    const [delivery] = outbox.deliveries;
    if (delivery === undefined) throw new Error('the outbox is empty');
    return tellWebhook(deps, outbox, delivery);
  };
  for (let count = 0; count < maxPerHostPerMinute; count += 1)
    expect((await tell(`https://shop.example.com/${count}`)).outcome).toBe('delivered');
  const over = await tell('https://shop.example.com/hooks');
  expect(over).toMatchObject({ outcome: 'unreachable', code: 'host_limit' });
  expect(deps.receivers.heard).toHaveLength(maxPerHostPerMinute);
  expect((await tell('https://other.example.com/hooks')).outcome).toBe('delivered');
  await deps.clock.advance((over.notBefore ?? 0) - now);
  expect((await tell('https://shop.example.com/hooks')).outcome).toBe('delivered');
  expect((over.notBefore ?? 0) - now).toBeLessThanOrEqual(60_000);
});

test('a receiver with its own secret gets a signature made with it', async () => {
  const deps = Object.assign(memoryDeps(), { eventSigner: standardSigner(signingKey().privateJwk) });
  await placedWithNotify(deps, { webhook_url: hook, webhook_secret: secret });
  await reconcileFor(deps);
  const [heard] = deps.receivers.heard;
  const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signature } = heard?.headers ?? {};
  expect(signature).toContain(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), heard?.body ?? ''));
});

test('after a response with Retry-After, the next attempt waits that long', async () => {
  const deps = memoryDeps();
  setReceiverResponse(deps, { outcome: 'unreachable', code: 'http_503', retryAfterMs: 3_600_000 });
  await placedWithNotify(deps, { webhook_url: hook });
  await reconcileFor(deps, 30);
  expect(receivedEvents(deps)).toHaveLength(1);
  await reconcileFor(deps, 40);
  expect(receivedEvents(deps)).toHaveLength(2);
});

test('no log line contains a receiver’s URL', async () => {
  const lines: string[] = [];
  const deps = memoryDeps();
  Object.assign(deps, { log: logTo((line) => lines.push(line)) });
  deps.receivers.answer = () => {
    throw new Error(`cannot reach ${hook}`);
  };
  await placedWithNotify(deps, { webhook_url: hook });
  await reconcileFor(deps);
  expect(lines.join('\n')).toContain('notification failed');
  expect(lines.join('\n')).toContain('"code":"internal_error"');
  expect(lines.join('\n')).not.toMatch(/shop\.example|s3cret/);
});

/** Every text in a request, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

test.each(productNames)('no event about a %s contains text from the order', async (product) => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, product);
  const notify = { webhook_url: 'https://shop.example.com/hooks' };
  const request = requestFor(product, quote_id, 'none', { notify });
  await paid(deps, (await orderedAs(deps, product, request)).body.job_id as string);
  await reconcileFor(deps, 10);
  const heard = deps.receivers.heard.map(({ body }) => body).join('\n');
  expect(deps.receivers.heard.length).toBeGreaterThan(4);
  // Short texts, such as a country code, occur in any text.
  const words = textsIn({ ...samples[product].quote, ...samples[product].order('none') }).filter(
    (each) => each.length > 5,
  );
  expect(words.length).toBeGreaterThan(1);
  expect(words.filter((each) => heard.includes(each))).toEqual([]);
});

const hours = 3_600_000;

test('if an older event is given up, the next event is sent when it is due, once, although two workers have the outbox', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const event = (number: number, at: number): JobEvent => ({
    number,
    type: 'letter.paid',
    at,
    statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
  });
  const empty = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://a.example/' }, now);
  const given = withEvents(empty, [event(1, now - 72 * hours), event(2, now - 2 * hours)], now - 2 * hours);
  const attempt = { at: now - 1 * hours, outcome: 'refused', code: 'http_403' } as const;
  const outbox: Outbox = {
    ...given,
    deliveries: given.deliveries.map((delivery) =>
      delivery.event.number === 2 ? { ...delivery, tries: 1, attempts: [attempt], nextAt: now + 5 * hours } : delivery,
    ),
  };
  await deps.outboxes.create(outbox);
  const attempted: number[] = [];
  const tell = async (_: Outbox, { event: { number } }: Outbox['deliveries'][number]) => {
    attempted.push(number);
    return { outcome: 'delivered', code: 'http_200' } as const;
  };
  await drain(deps, outbox.id, tell, Number.POSITIVE_INFINITY);
  expect(attempted).toEqual([]);
  const deliveries = [{ state: 'given_up' }, { state: 'waiting' }];
  expect(await deps.outboxes.get(outbox.id)).toMatchObject({ deliveries, claimedUntil: undefined });
  await deps.clock.advance(5 * hours);
  await Promise.all([1, 2].map(() => drain(deps, outbox.id, tell, Number.POSITIVE_INFINITY)));
  expect(attempted).toEqual([2]);
});

const ownSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = { id: 'evt_1', at: Date.now(), body: JSON.stringify({ type: 'letter.mailed', note: 'café' }) };

const isVerified = (headers: Readonly<Record<string, string>>, whpk: string, body = message.body): boolean =>
  isSigned({ headers, body }, whpk);

test('without a secret, a message has one signature, which verifies with the published key', () => {
  const { privateJwk, publicX } = signingKey();
  const signer = standardSigner(privateJwk);
  const headers = signer.headersOf(message, undefined);
  const [whpk = '', ...others] = signer.publicKeys();
  expect(others).toEqual([]);
  expect(whpk).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  // The key differs from that of receipts.
  expect(whpk).not.toBe(`whpk_${Buffer.from(publicX, 'base64url').toString('base64')}`);
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(headers['webhook-timestamp']).toBe(`${Math.floor(message.at / 1_000)}`);
  expect(headers['webhook-signature']).toMatch(/^v1a,\S{88}$/);
  expect(isVerified(headers, whpk)).toBe(true);
  expect(isVerified(headers, whpk, message.body.replace('mailed', 'failed'))).toBe(false);
  expect(isVerified({ ...headers, 'webhook-id': 'evt_2' }, whpk)).toBe(false);
  expect(isVerified({ ...headers, 'webhook-timestamp': `${Math.floor(message.at / 1_000) + 1}` }, whpk)).toBe(false);
});

test('with a secret, a message has a second signature, which the library of the standard verifies', () => {
  const signer = standardSigner(signingKey().privateJwk);
  const headers = signer.headersOf(message, ownSecret);
  expect(new Webhook(ownSecret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  expect(isVerified(headers, signer.publicKeys()[0] ?? '')).toBe(true);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(ownSecret).verify(`${message.body} `, headers)).toThrow('No matching signature');
  expect(JSON.stringify(headers)).not.toContain(ownSecret.slice('whsec_'.length));
});

describe('a new key', () => {
  const next = newSigningKey();
  const [, whpk = ''] = next.ADDITIONAL_PUBLIC_KEYS.split(',');
  const { privateJwk } = signingKey();
  const [former = ''] = standardSigner(privateJwk).publicKeys();

  test('a new signing key comes with public keys in the format of the ADDITIONAL_PUBLIC_KEYS setting', () => {
    const settings = config('receipts', { ...next });
    const { x } = JSON.parse(next.RECEIPT_SIGNING_KEY);
    expect(settings).toMatchObject({ ADDITIONAL_PUBLIC_KEYS: [x, whpk] });
    expect(standardSigner(next.RECEIPT_SIGNING_KEY).publicKeys()).toEqual([whpk]);
    expect(newSigningKey()).not.toEqual(next);
  });

  test('the keys published before and after a rotation both verify messages of either time', () => {
    const others = [former, whpk];
    const [before, after] = [standardSigner(privateJwk, others), standardSigner(next.RECEIPT_SIGNING_KEY, others)];
    expect(new Set(before.publicKeys())).toEqual(new Set(others));
    expect(new Set(after.publicKeys())).toEqual(new Set(others));
    expect(before.publicKeys()).toHaveLength(2);
    for (const { headersOf } of [before, after])
      for (const { publicKeys } of [before, after])
        expect(publicKeys().filter((key) => isVerified(headersOf(message, undefined), key))).toHaveLength(1);
  });

  test('the service publishes retired signing keys in addition to its own', async () => {
    Object.assign(process.env, {
      RECEIPT_SIGNING_KEY: privateJwk,
      ADDITIONAL_PUBLIC_KEYS: next.ADDITIONAL_PUBLIC_KEYS,
    });
    const { body } = await ask(showWebhookKeys, depsFor({}), {}, { baseUrl: 'http://127.0.0.1/v1', address: '' });
    expect(body).toEqual({ keys: [former, whpk] });
  });
});
