/** The events of a job: one each time that something happens to it, in the order of time, and never too many. */
import { apply } from '../../shared/domain/job/apply.ts';
import { type Events, eventsAfter, type Job, maxEvents } from '../../shared/domain/job/job.ts';
import { type Fact, initialLifecycle } from '../../shared/domain/job/lifecycle.ts';
import { birth, sample } from '../support/lives.ts';
import { times } from '../support/sampling.ts';
import { seeded } from '../support/simulation/chance.ts';
import { lifeOf, type Moment, truthsOf } from '../support/simulation/notifications.ts';

const eventFacts = () => ({
  product: 'letter',
  leftAs: 'mailed' as const,
  statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
});

const newJob = { ...initialLifecycle(birth), product: 'letter' } as Job;

/** The history of a job and its events. `clock`: the time at each step. */
function runJob(steps: number, factOf: (job: Job, step: number) => Fact, clock: (step: number) => number) {
  let job = newJob;
  let events: Events | undefined;
  const history: Moment[] = [{ at: birth, job }];
  for (let step = 0; step < steps; step += 1) {
    const now = clock(step);
    const next = apply(job, factOf(job, step), now);
    if (next === undefined) continue;
    events = eventsAfter(events, { before: job, after: next }, now, eventFacts) ?? events;
    job = next;
    history.push({ at: now, job });
  }
  return { history, pending: events?.pending ?? [], count: events?.count ?? 0 };
}

const runs = times(20_000, 1_500, 'lives of jobs');
const minutely = (step: number) => birth + 60_000 * (step + 1);

test('whatever the order of facts, a job has the events that an independent oracle expects', () => {
  for (let seed = 1; seed <= runs; seed += 1) {
    const { history, pending } = runJob(40, lifeOf(seeded(seed), false), minutely);
    expect({ seed, types: pending.map(({ type }) => type) }).toEqual({
      seed,
      types: truthsOf(history).map(({ type }) => type),
    });
  }
});

test('events are numbered from one, and later events have later times, even if the clock goes back', () => {
  for (let seed = 1; seed <= runs / 10; seed += 1) {
    const chance = seeded(seed);
    const { pending, count } = runJob(40, lifeOf(chance, false), () => birth + Math.floor(chance() * 600_000));
    expect(pending.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(pending.every(({ at }, index) => at > (pending[index - 1]?.at ?? 0))).toBe(true);
  }
});

test('a job whose payment page never opens has no events', () => {
  const { history, pending } = runJob(1, () => sample.checkout_expired, minutely);
  expect(history).toHaveLength(2);
  expect(pending).toEqual([]);
});

test('a refund that is issued, fails and is issued again has an event each time, up to twenty for a job', () => {
  const facts = [sample.checkout_opened, sample.paid, sample.claimed, sample.accepted];
  const factAt = (_: Job, step: number) => facts[step] ?? (step % 2 === 0 ? sample.refunded : sample.refund_failed);
  const types = (steps: number) => runJob(steps, factAt, minutely).pending.map(({ type }) => type);
  expect(types(7).slice(3)).toEqual(['letter.refund_issued', 'letter.refund_needs_support', 'letter.refund_issued']);
  expect(types(60)).toHaveLength(maxEvents);
  expect(maxEvents).toBe(20);
});

test('each event has the statuses that the job had then', () => {
  const { pending } = runJob(1, () => sample.checkout_opened, minutely);
  expect(pending).toEqual([{ number: 1, type: 'letter.created', at: birth + 60_000, statuses: eventFacts().statuses }]);
});
