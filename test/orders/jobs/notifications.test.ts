/** The events of a job show whom this service has told of them, with every attempt, and nothing that others could use. */
import type { Job } from '../../../shared/domain/job/job.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { paid, reconcileFor } from '../../support/fakes/orders.ts';
import { answers, eventsOf, placedTelling, wish } from '../../support/told.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const change = async (deps: ReturnType<typeof memoryDeps>, jobId: string, changed: (job: Job) => Job) => {
  const job = await deps.jobs.get(jobId);
  if (job !== undefined) await deps.jobs.replace(changed(job));
};

test('notifications list each event with its recipients and attempts, the oldest first', async () => {
  const deps = memoryDeps();
  const jobId = await placedTelling(deps);
  await paid(deps, jobId);
  await deps.clock.wind(10 * minute);
  const told = await eventsOf(deps, jobId);
  expect(told.map(({ type }) => type)).toEqual([
    ...['letter.created', 'letter.paid', 'letter.handed_over', 'letter.in_production', 'letter.mailed'],
  ]);
  for (const { event_id, recipients } of told) {
    expect(event_id).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(recipients[0]).toEqual({
      channel: 'webhook',
      to: 'shop.example.com',
      state: 'delivered',
      next_at: null,
      attempts: [{ at: expect.any(Number), outcome: 'delivered', code: 'http_200' }],
    });
  }
  const written = told.filter(({ recipients }) => recipients.some(({ channel }) => channel === 'email'));
  expect(written.map(({ type }) => type)).toEqual(['letter.paid', 'letter.mailed']);
  expect(written[0]?.recipients[1]).toMatchObject({ channel: 'email', to: 'G…@mail.example.com' });
});

test('notifications hide the URL of the receiver, its secret, and the name in an email address', async () => {
  const deps = memoryDeps();
  const jobId = await placedTelling(deps);
  await paid(deps, jobId);
  await deps.clock.wind(10 * minute);
  expect(JSON.stringify(await eventsOf(deps, jobId))).not.toMatch(/hooks|s3cret|whsec_|race|opper/);
});

test('the payer is not named at all, because others may hold the id of the job', async () => {
  const deps = memoryDeps();
  const jobId = await placedTelling(deps, { webhook_url: wish.webhook_url });
  const payer = { language: 'en', address: 'ada@home.example' } as const;
  await change(deps, jobId, (job) => ({ ...job, notify: { ...job.notify, payer } }));
  await paid(deps, jobId);
  await deps.clock.wind(minute);
  const told = await eventsOf(deps, jobId);
  const { recipients = [] } = told.find(({ type }) => type === 'letter.paid') ?? {};
  expect(recipients.map(({ channel, to }) => [channel, to])).toEqual([
    ['webhook', 'shop.example.com'],
    ['email', 'the payer'],
  ]);
  expect(JSON.stringify(told)).not.toContain('home.example');
});

test('a receiver that is down has its attempts and the next one, and is given up after three days', async () => {
  const deps = memoryDeps();
  const jobId = await placedTelling(deps, { webhook_url: wish.webhook_url });
  answers(deps, { outcome: 'unreachable', code: 'http_503' });
  await paid(deps, jobId);
  await deps.clock.wind(2 * minute);
  const first = (await eventsOf(deps, jobId))[0]?.recipients[0];
  expect(first).toMatchObject({ state: 'waiting' });
  expect(first?.attempts.length).toBeGreaterThan(1);
  expect(first?.attempts[0]).toMatchObject({ outcome: 'unreachable', code: 'http_503' });
  expect(first?.next_at).toBeGreaterThan(deps.clock.now());
  // A round in an hour is enough to see the end.
  for (let passed = 0; passed < 5 * day; passed += 60 * minute) {
    await reconcileFor(deps);
    await deps.clock.wind(59 * minute);
  }
  for (const { recipients } of await eventsOf(deps, jobId))
    expect(recipients).toMatchObject([{ state: 'given_up', next_at: null }]);
});
