/** One attempt to post an event to a receiver: what is sent, and when nothing is. */
import { Webhook } from 'standardwebhooks';
import { logOutput, serviceLog } from '../../shared/config/log.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import type { Outbox } from '../../shared/notify/outbox.ts';
import { newOutbox, withEvents } from '../../shared/notify/outbox.ts';
import { mostToHostAMinute, tellWebhook } from '../../shared/notify/tell-webhook.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { reconcileFor } from '../support/fakes/orders.ts';
import { signingKey } from '../support/receipts.ts';
import { answers, heardBy, hook, placedTelling, secret } from '../support/told.ts';

/** An outbox to this address with one event. */
function outboxTo(to: string, now: number): Outbox {
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' };
  const outbox = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: `job_${'0'.repeat(28)}`, to }, now);
  return withEvents(outbox, [{ number: 1, type: 'letter.paid', at: now, statuses }], now);
}

test('a host beyond its limit gets no events until the next minute, while another host gets all', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const tell = async (to: string) => {
    const outbox = outboxTo(to, now);
    const [delivery] = outbox.deliveries;
    if (delivery === undefined) throw new Error('the outbox is empty');
    return tellWebhook(deps, outbox, delivery);
  };
  for (let count = 0; count < mostToHostAMinute; count += 1)
    expect((await tell(`https://shop.example.com/${count}`)).outcome).toBe('delivered');
  const over = await tell('https://shop.example.com/hooks');
  expect(over).toMatchObject({ outcome: 'unreachable', code: 'host_limit' });
  expect(deps.receivers.heard).toHaveLength(mostToHostAMinute);
  expect((await tell('https://other.example.com/hooks')).outcome).toBe('delivered');
  await deps.clock.wind((over.notBefore ?? 0) - now);
  expect((await tell('https://shop.example.com/hooks')).outcome).toBe('delivered');
  expect((over.notBefore ?? 0) - now).toBeLessThanOrEqual(60_000);
});

test('the first thing that a receiver gets is an event of the job that names it', async () => {
  const deps = memoryDeps();
  await placedTelling(deps, { webhook_url: hook });
  await reconcileFor(deps);
  expect(deps.receivers.heard).toMatchObject([{ url: hook, body: expect.stringContaining('"type":"letter.created"') }]);
});

test('a receiver with a secret of its own gets a signature by it', async () => {
  const deps = Object.assign(memoryDeps(), { eventSigner: standardSigner(signingKey().privateJwk) });
  await placedTelling(deps, { webhook_url: hook, webhook_secret: secret });
  await reconcileFor(deps);
  const [heard] = deps.receivers.heard;
  if (heard === undefined) throw new Error('nothing was heard');
  const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signature } = heard.headers;
  expect(signature).toContain(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), heard.body));
});

test('Retry-After is obeyed', async () => {
  const deps = memoryDeps();
  answers(deps, { outcome: 'unreachable', code: 'http_503', retryAfterMs: 3_600_000 });
  await placedTelling(deps, { webhook_url: hook });
  await reconcileFor(deps, 30);
  expect(heardBy(deps)).toHaveLength(1);
  await reconcileFor(deps, 40);
  expect(heardBy(deps)).toHaveLength(2);
});

test('no line of the log names a receiver', async () => {
  const lines: string[] = [];
  logOutput.write = (line) => void lines.push(line);
  const deps = memoryDeps();
  Object.assign(deps.log, serviceLog({}));
  deps.receivers.answer = () => {
    throw new Error(`no way to ${hook}`);
  };
  await placedTelling(deps, { webhook_url: hook });
  await reconcileFor(deps);
  expect(lines.join('\n')).toContain('notification failed');
  expect(lines.join('\n')).not.toMatch(/shop\.example|s3cret/);
});
