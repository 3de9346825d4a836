/** A job's events list who was notified, with every attempt, and reveal nothing that others could use. */
import type { Delivery } from '../../../shared/notify/outbox.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { changeJob, paid, reconcileFor } from '../../support/fakes/orders.ts';
import { eventsOf, placedWithNotify, setReceiverResponse, webhookAndEmail } from '../../support/notified-jobs.ts';

const minute = 60_000;

test('notifications list each event with its recipients and attempts, oldest first, without URLs, secrets or names', async () => {
  const deps = memoryDeps();
  const jobId = await placedWithNotify(deps);
  await paid(deps, jobId);
  await deps.clock.advance(10 * minute);
  const events = await eventsOf(deps, jobId);
  const steps = ['created', 'paid', 'handed_over', 'in_production', 'mailed'];
  expect(events.map(({ type }) => type)).toEqual(steps.map((step) => `letter.${step}`));
  for (const { event_id, recipients } of events) {
    expect(event_id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(recipients[0]).toEqual({
      channel: 'webhook',
      to: 'shop.example.com',
      state: 'delivered',
      next_at: null,
      attempts: [{ at: expect.any(Number), outcome: 'delivered', code: 'http_200' }],
    });
  }
  const emailed = events.filter(({ recipients }) => recipients.some(({ channel }) => channel === 'email'));
  expect(emailed.map(({ type }) => type)).toEqual(['letter.paid', 'letter.mailed']);
  expect(emailed[0]?.recipients[1]).toMatchObject({ channel: 'email', to: 'G…@mail.example.com' });
  expect(JSON.stringify(events)).not.toMatch(/hooks|s3cret|whsec_|grace|hopper/i);
});

test('notifications do not show the payer’s address, because others may have the id of the job', async () => {
  const deps = memoryDeps();
  const jobId = await placedWithNotify(deps, { webhook_url: webhookAndEmail.webhook_url });
  const payer = { language: 'en', address: 'ada@home.example' } as const;
  await changeJob(deps, jobId, ({ notify }) => ({ notify: { ...notify, payer } }));
  await paid(deps, jobId);
  await deps.clock.advance(minute);
  const events = await eventsOf(deps, jobId);
  const { recipients = [] } = events.find(({ type }) => type === 'letter.paid') ?? {};
  expect(recipients.map(({ channel, to }) => [channel, to])).toEqual([
    ['webhook', 'shop.example.com'],
    ['email', 'the payer'],
  ]);
  expect(JSON.stringify(events)).not.toContain('home.example');
});

test('the events are in order even if the first recipient was added after the first event', async () => {
  const deps = memoryDeps();
  const { email } = webhookAndEmail;
  const jobId = await placedWithNotify(deps, { email });
  const payer = { language: 'en', address: 'ada@home.example' } as const;
  await changeJob(deps, jobId, ({ notify }) => ({ notify: { ...notify, payer } }));
  await paid(deps, jobId);
  await deps.clock.advance(10 * minute);
  const outbox = deps.outboxes.all().find(({ to }) => to === email);
  if (outbox === undefined) throw new Error('there is no outbox');
  // As if this recipient was added after the first event.
  await deps.outboxes.replace({ ...outbox, deliveries: outbox.deliveries.slice(1) });
  expect((await eventsOf(deps, jobId)).map(({ type }) => type)).toEqual(['letter.paid', 'letter.mailed']);
});

test('the next attempt of an event is not before the next attempt of an earlier event that blocks it', async () => {
  const deps = memoryDeps();
  const jobId = await placedWithNotify(deps, { webhook_url: webhookAndEmail.webhook_url });
  setReceiverResponse(deps, { outcome: 'unreachable', code: 'http_503' });
  await paid(deps, jobId);
  const outbox = deps.outboxes.all().find((each) => each.jobId === jobId);
  const [first, second, third] = outbox?.deliveries ?? [];
  if (!outbox || !first || !second || !third) throw new Error('the job has fewer than three events');
  const now = deps.clock.now();
  const attempt = { at: now, outcome: 'unreachable', code: 'http_503' } as const;
  const refused: Delivery = { ...first, tries: 1, attempts: [{ ...attempt, outcome: 'refused' }], nextAt: now + 100 };
  const unreachable: Delivery = { ...second, tries: 1, attempts: [attempt], nextAt: now + 500 };
  const untried: Delivery = { ...third, tries: 0, attempts: [], nextAt: now + 50 };
  await deps.outboxes.replace({ ...outbox, deliveries: [refused, unreachable, untried] });
  const events = await eventsOf(deps, jobId);
  const nextAttempts = events.slice(0, 3).map(({ recipients }) => recipients[0]?.next_at);
  expect(nextAttempts).toEqual([now + 100, now + 500, now + 500]);
});

test('an event for a receiver that is down shows its attempts and the next attempt, and is given up after three days', async () => {
  const deps = memoryDeps();
  const jobId = await placedWithNotify(deps, { webhook_url: webhookAndEmail.webhook_url });
  setReceiverResponse(deps, { outcome: 'unreachable', code: 'http_503' });
  await paid(deps, jobId);
  await deps.clock.advance(2 * minute);
  const first = (await eventsOf(deps, jobId))[0]?.recipients[0];
  expect(first).toMatchObject({ state: 'waiting' });
  expect(first?.attempts.length).toBeGreaterThan(1);
  expect(first?.attempts[0]).toMatchObject({ outcome: 'unreachable', code: 'http_503' });
  expect(first?.next_at).toBeGreaterThan(deps.clock.now());
  const passHours = async (hours: number) => {
    for (let passed = 0; passed < hours; passed += 1) {
      await reconcileFor(deps);
      await deps.clock.advance(59 * minute);
    }
  };
  await passHours(71);
  expect((await eventsOf(deps, jobId)).map(({ recipients }) => recipients[0]?.state)).toContain('waiting');
  await passHours(2);
  for (const { recipients } of await eventsOf(deps, jobId))
    expect(recipients).toMatchObject([{ state: 'given_up', next_at: null }]);
});
