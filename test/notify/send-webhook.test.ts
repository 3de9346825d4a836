/** One attempt to post an event to a receiver: what is sent, and when nothing is sent. */
import { Webhook } from 'standardwebhooks';
import { logTo } from '../../shared/config/log.ts';
import { productNames } from '../../shared/domain/names.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/notify/outbox.ts';
import { maxPerHostPerMinute, sendWebhook } from '../../shared/notify/send-webhook.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { orderedAs, paid, quotedAs, reconcileFor, requestFor, samples } from '../support/fakes/orders.ts';
import { hook, placedWithNotify, receivedEvents, secret, setReceiverResponse } from '../support/notified-jobs.ts';
import { signingKey } from '../support/receipts.ts';

/** An outbox with one event for this URL. */
function outboxTo(to: string, now: number): Outbox {
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' };
  const outbox = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: `job_${'0'.repeat(26)}`, to }, now);
  return withEvents(outbox, [{ number: 1, type: 'letter.paid', at: now, statuses }], now);
}

test('a host over its limit gets no events until the next minute, and other hosts still get theirs', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const post = async (to: string) => {
    const outbox = outboxTo(to, now);
    const [delivery] = outbox.deliveries;
    if (delivery === undefined) throw new Error('the outbox is empty');
    return sendWebhook(deps, outbox, delivery);
  };
  for (let count = 0; count < maxPerHostPerMinute; count += 1)
    expect((await post(`https://shop.example.com/${count}`)).outcome).toBe('delivered');
  const limited = await post('https://shop.example.com/hooks');
  expect(limited).toMatchObject({ outcome: 'unreachable', code: 'host_limit' });
  expect(deps.receivers.received).toHaveLength(maxPerHostPerMinute);
  expect((await post('https://other.example.com/hooks')).outcome).toBe('delivered');
  const waitMs = (limited.notBefore ?? 0) - now;
  await deps.clock.advance(waitMs);
  expect((await post('https://shop.example.com/hooks')).outcome).toBe('delivered');
  expect(waitMs).toBeLessThanOrEqual(60_000);
});

test('a receiver that has a secret gets a signature made with the secret', async () => {
  const deps = Object.assign(memoryDeps(), { eventSigner: standardSigner(signingKey().privateJwk) });
  await placedWithNotify(deps, { webhook_url: hook, webhook_secret: secret });
  await reconcileFor(deps);
  const [event] = deps.receivers.received;
  const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signature } = event?.headers ?? {};
  expect(signature).toContain(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), event?.body ?? ''));
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
  const bodies = deps.receivers.received.map(({ body }) => body).join('\n');
  expect(deps.receivers.received.length).toBeGreaterThan(4);
  // Short texts, such as a country code, occur by chance.
  const texts = textsIn({ ...samples[product].quote, ...samples[product].order('none') }).filter(
    (each) => each.length > 5,
  );
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((each) => bodies.includes(each))).toEqual([]);
});
