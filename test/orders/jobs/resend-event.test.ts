/** Resending an event: the same event to the same recipients, but not too often. */
import type { Outbox } from '../../../shared/notify/outbox.ts';
import { maxEmailsPerEvent, maxResendsPerHour, resendEvent } from '../../../shared/notify/resend-event.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, paid, reconcileFor } from '../../support/fakes/orders.ts';
import {
  eventsOf,
  placedWithNotify,
  receivedEvents,
  setReceiverResponse,
  webhookAndEmail,
} from '../../support/notified-jobs.ts';

const minute = 60_000;
const hour = 60 * minute;

const resend = (deps: MemoryDeps, request: object) => ask(resendEvent, deps, request, caller);

/** A letter that was mailed, and the id of one of its events. */
async function mailed(notify: object = webhookAndEmail, deps = memoryDeps()) {
  const job_id = await placedWithNotify(deps, notify);
  await paid(deps, job_id);
  await deps.clock.advance(10 * minute);
  const eventIdOf = async (type: string) =>
    (await eventsOf(deps, job_id)).find((event) => event.type === type)?.event_id ?? '';
  return { deps, job_id, event_id: await eventIdOf('letter.paid'), eventIdOf };
}

const emailOutbox = ({ outboxes }: MemoryDeps) => outboxes.all().find(({ channel }) => channel === 'email') as Outbox;

/** Makes each event's email look as if it was sent this many times. */
async function setEmailsSent(deps: MemoryDeps, times: number): Promise<void> {
  const outbox = emailOutbox(deps);
  const attempts = Array.from({ length: times }, () => ({ at: 1, outcome: 'delivered', code: 'sent' }) as const);
  const deliveries = outbox.deliveries.map((delivery) => ({ ...delivery, state: 'delivered' as const, attempts }));
  await deps.outboxes.replace({ ...outbox, deliveries, claimedUntil: undefined });
}

test('a resent event reaches the receiver at once, with the same id', async () => {
  const { deps, job_id, event_id } = await mailed({ webhook_url: webhookAndEmail.webhook_url });
  const before = receivedEvents(deps).length;
  expect(await resend(deps, { job_id, event_id })).toEqual({
    outcome: 'accepted',
    body: { job_id, event_id, channels: ['webhook'] },
  });
  await deps.clock.advance(1_000);
  expect(receivedEvents(deps).slice(before)).toEqual([{ type: 'letter.paid', id: event_id }]);
  const { recipients: [recipient] = [] } =
    (await eventsOf(deps, job_id)).find((event) => event.event_id === event_id) ?? {};
  expect(recipient).toMatchObject({ state: 'delivered', attempts: [{ code: 'http_200' }, { code: 'http_200' }] });
});

test('an event is resent in both channels, or only in the requested one', async () => {
  const { deps, job_id, event_id } = await mailed();
  const channels = async (fields: object) => (await resend(deps, { job_id, event_id, ...fields })).body.channels;
  expect(await channels({})).toEqual(['webhook', 'email']);
  expect(await channels({ channel: 'webhook' })).toEqual(['webhook']);
  expect(await channels({ channel: 'email' })).toEqual(['email']);
});

test('an unknown or malformed event id, an event of another job, and an unknown job are not found', async () => {
  const { deps, job_id, event_id } = await mailed();
  const other = await placedWithNotify(deps);
  for (const request of [
    ...['evt_1', `evt_${'0'.repeat(26)}`, '__proto__'].map((unknown) => ({ job_id, event_id: unknown })),
    { job_id: other, event_id },
    { job_id: `job_${'0'.repeat(26)}`, event_id },
  ])
    await expect(resend(deps, request)).rejects.toMatchObject({ code: 'not_found' });
});

test('a channel in which no one gets the event is refused, but an unknown event is not found even with such a channel', async () => {
  const { deps, job_id, event_id } = await mailed({ webhook_url: webhookAndEmail.webhook_url });
  const byEmail = (id: string) => resend(deps, { job_id, event_id: id, channel: 'email' });
  await expect(byEmail(event_id)).rejects.toThrow('channel is email, but no one gets this event by email');
  await expect(byEmail('evt_1')).rejects.toMatchObject({ code: 'not_found' });
});

test(`a job’s events can be resent ${maxResendsPerHour} times an hour, and each job is counted separately`, async () => {
  const { deps, job_id, event_id, eventIdOf } = await mailed();
  await deps.clock.advance(hour - (deps.clock.now() % hour));
  for (let time = 0; time < maxResendsPerHour; time += 1) await resend(deps, { job_id, event_id, channel: 'webhook' });
  const refused = resend(deps, { job_id, event_id, channel: 'webhook' });
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  const otherEvent = resend(deps, { job_id, event_id: await eventIdOf('letter.mailed'), channel: 'webhook' });
  await expect(otherEvent).rejects.toMatchObject({ code: 'rate_limited' });
  const other = await mailed(webhookAndEmail, deps);
  await expect(resend(deps, { job_id: other.job_id, event_id: other.event_id })).resolves.toBeDefined();
  await deps.clock.advance(hour);
  await expect(resend(deps, { job_id, event_id, channel: 'webhook' })).resolves.toBeDefined();
});

test(`a reader gets at most ${maxEmailsPerEvent} emails about one event`, async () => {
  const { deps, job_id, event_id } = await mailed();
  await setEmailsSent(deps, maxEmailsPerEvent - 1);
  expect((await resend(deps, { job_id, event_id, channel: 'email' })).body.channels).toEqual(['email']);
  await setEmailsSent(deps, maxEmailsPerEvent);
  await expect(resend(deps, { job_id, event_id, channel: 'email' })).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'event_id',
  });
  expect((await resend(deps, { job_id, event_id })).body.channels).toEqual(['webhook']);
  expect(emailOutbox(deps).deliveries.map(({ state }) => state)).not.toContain('waiting');
});

test('a resent event does not reach a receiver before the time of its Retry-After', async () => {
  const { deps, job_id, event_id } = await mailed({ webhook_url: webhookAndEmail.webhook_url });
  setReceiverResponse(deps, { outcome: 'unreachable', code: 'http_429', retryAfterMs: 2 * hour });
  await resend(deps, { job_id, event_id });
  await deps.clock.advance(1_000);
  const before = receivedEvents(deps).length;
  await resend(deps, { job_id, event_id });
  await reconcileFor(deps, 60);
  expect(receivedEvents(deps).length).toBe(before);
  await reconcileFor(deps, 62);
  expect(receivedEvents(deps).length).toBeGreaterThan(before);
});
