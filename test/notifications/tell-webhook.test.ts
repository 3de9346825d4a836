/** One attempt to tell a receiver: what is sent, and when nothing is. */
import type { Outbox } from '../../shared/core/notify/outbox.ts';
import { newOutbox, withEvents } from '../../shared/core/notify/outbox.ts';
import { mostToHostAMinute, tellWebhook } from '../../shared/notifications/tell-webhook.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { reconcileFor } from '../support/fakes/orders.ts';
import { answers, heardBy, hook, placedTelling } from '../support/told.ts';

/** An outbox to this address with one event. */
function outboxTo(to: string, now: number): Outbox {
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' };
  const outbox = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: `job_${'0'.repeat(28)}`, to }, now);
  return withEvents(outbox, [{ number: 1, type: 'letter.paid', at: now, statuses }], now);
}

test('beyond its limit a host hears nothing until the next minute, and another host hears all', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const tell = async (to: string) => {
    const outbox = outboxTo(to, now);
    const [delivery] = outbox.deliveries;
    if (delivery === undefined) throw new Error('the outbox is empty');
    return tellWebhook(deps, outbox, delivery);
  };
  for (let told = 0; told < mostToHostAMinute; told += 1)
    expect((await tell(`https://shop.example.com/${told}`)).outcome).toBe('delivered');
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

test('Retry-After is obeyed', async () => {
  const deps = memoryDeps();
  answers(deps, { outcome: 'unreachable', code: 'http_503', retryAfterMs: 3_600_000 });
  await placedTelling(deps, { webhook_url: hook });
  await reconcileFor(deps, 30);
  expect(heardBy(deps)).toHaveLength(1);
  await reconcileFor(deps, 40);
  expect(heardBy(deps)).toHaveLength(2);
});
