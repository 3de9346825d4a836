/**
 * The events that a job's recipients should get, derived from its history. This code is independent of the service's,
 * which looks at single changes.
 */
import { eventIdOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Fact, FactKind } from '../../../shared/domain/job/lifecycle.ts';
import { scanCodes, stages } from '../../../shared/domain/job/progress.ts';
import { transitions } from '../../../shared/domain/job/transitions.ts';
import type { Outbox } from '../../../shared/notify/outbox.ts';
import type { MemoryDeps } from '../fakes/deps.ts';
import { progressed, sample } from '../lives.ts';
import { oneOf, type Random } from './chance.ts';

/** A version of a job. */
export interface Moment {
  /** When it was saved, Unix ms, by the true clock. */
  readonly at: number;
  readonly job: Job;
}

/** An event that has happened. */
interface Truth {
  /** The event's type, such as `letter.mailed`. */
  readonly type: string;
  /** Since when it has been true, Unix ms. */
  readonly bornAt: number;
  /** True if there is an email about it. */
  readonly isForPeople: boolean;
}

const leftAs: Readonly<Record<string, string>> = { fax: 'sent' };

/** Which events have happened to the job, except for refunds. */
function happenedTo({ state, firstSeenAt, checkout, scans = [] }: Job): Readonly<Record<string, boolean>> {
  if (checkout === undefined) return {};
  const { paid, payment_failed, accepted, begun, dispatched, delivered, returned, checkout_expired } = firstSeenAt;
  const isDelivered = delivered !== undefined && (returned === undefined || delivered < returned);
  return {
    created: true,
    paid: paid !== undefined && payment_failed === undefined,
    handed_over: accepted !== undefined,
    in_production: begun !== undefined,
    left: dispatched !== undefined,
    ...Object.fromEntries(
      scanKinds.map((kind) => [
        kind,
        dispatched !== undefined && scans.some(({ code }) => (scanNames[code] ?? code) === kind),
      ]),
    ),
    delivered: isDelivered,
    returned: returned !== undefined,
    failed: state === 'failed',
    cancelled: state === 'cancelled' && checkout_expired === undefined,
    expired: state === 'cancelled' && checkout_expired !== undefined,
  };
}

/** The scans `issue` and `pickup_available` are one event. Every other kind of scan is a separate event. */
const scanNames: Readonly<Record<string, string>> = { issue: 'pickup_available' };
const scanned = new Set(['entered', 'in_local_area', 'rerouted', 'out_for_delivery']);
/** In the order in which simultaneous events are sent. */
const scanKinds = [...scanned, 'pickup_available'];

const withoutEmail = new Set([...scanned, 'created', 'handed_over', 'in_production', 'expired']);

/**
 * True if an email about an end or a refund may replace this one while it waits: a minute, or longer if a worker has
 * stopped.
 */
function mayBeReplaced(truths: readonly Truth[], at: number): boolean {
  const { type, bornAt } = truths[at] as Truth;
  const withinMs = 10 * 60_000;
  const isReplacement = (later: Truth) =>
    /\.(?:failed|cancelled|refund_\w+)$/.test(later.type) && later.bornAt - bornAt <= withinMs;
  return /\.(?:paid|failed|cancelled)$/.test(type) && truths.slice(at + 1).some(isReplacement);
}

const maxEvents = 20;

/** The truths of a history, oldest first; those of the same moment are in any order. */
export function truthsOf(history: readonly Moment[]): readonly Truth[] {
  const added = new Set<string>();
  const truths: Truth[] = [];
  let refund = 'not_applicable';
  for (const { at, job } of history) {
    const add = (name: string) => {
      const { paid, wrong_amount, payment_failed } = job.firstSeenAt;
      const hasPayment = paid !== undefined || wrong_amount !== undefined || payment_failed !== undefined;
      let suffix = scanned.has(name) ? 'scanned' : name;
      if (name === 'left') suffix = leftAs[job.product] ?? 'mailed';
      // There is an email about an expiry only if a payment was made.
      const isForPeople = hasPayment && !withoutEmail.has(name);
      truths.push({ type: `${job.product}.${suffix}`, bornAt: at, isForPeople });
    };
    for (const [name, isTrue] of Object.entries(happenedTo(job)))
      if (isTrue && !added.has(name)) {
        added.add(name);
        add(name);
      }
    if (job.checkout !== undefined && job.refund !== refund) {
      if (job.refund === 'issued') add('refund_issued');
      // A lost dispute has returned the money already.
      const isReturned = Object.values(job.disputes ?? {}).includes('lost');
      if (job.refund === 'contact_support' && !isReturned) add('refund_needs_support');
    }
    refund = job.refund;
  }
  return truths.slice(0, maxEvents);
}

/** An attempt to deliver an event, as its recipient saw it. */
interface Arrival {
  readonly to: string;
  /** Unix ms. */
  readonly at: number;
  readonly id: string;
  readonly body: string;
  /** The recipient has accepted it, even if the sender doesn't know. */
  readonly isAccepted: boolean;
}

/** A sent event: one id, and all its arrivals at one recipient. */
interface Sent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly arrivals: readonly Arrival[];
}

const countBy = (types: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));

/** The broken promises about the events of a job. In the end, the `recipients` accept everything. */
function brokenPromisesOf(evidence: {
  readonly job: Job;
  readonly recipients: readonly string[];
  /** In the order of time. */
  readonly arrivals: readonly Arrival[];
  readonly moments: readonly Moment[];
  readonly outboxes: readonly Outbox[];
}): readonly string[] {
  const { job, outboxes, recipients, arrivals, moments } = evidence;
  const chosen = new Set([job.notify?.webhook?.url, job.notify?.email?.address]);
  const broken = recipients.flatMap((to) => {
    const seen = arrivals.filter((arrival) => arrival.to === to);
    if (!chosen.has(to)) return seen.length > 0 ? ['only recipients in notify get events'] : [];
    return brokenTo(to, seen, moments, outboxes);
  });
  const isAtRest =
    (job.events?.pending ?? []).length === 0 &&
    outboxes.every(({ deliveries }) => deliveries.every(({ state }) => state !== 'waiting'));
  return [...new Set([...broken, ...(isAtRest ? [] : ['nothing stays pending'])])];
}

/** The broken promises about the events for one recipient. */
function brokenTo(
  to: string,
  arrivals: readonly Arrival[],
  moments: readonly Moment[],
  outboxes: readonly Outbox[],
): readonly string[] {
  const isForPeople = !to.startsWith('https:');
  const all = truthsOf(moments);
  const truths = all.filter((truth) => !isForPeople || truth.isForPeople);
  const mustArrive = all.filter((truth, at) => !isForPeople || (truth.isForPeople && !mayBeReplaced(all, at)));
  const sent = [...Map.groupBy(arrivals, ({ id }) => id)]
    .map(([id, each]): Sent => {
      const { type, timestamp } = JSON.parse(each[0]?.body ?? '');
      return { id, type, timestamp: Date.parse(timestamp), arrivals: each };
    })
    .toSorted((one, other) => one.timestamp - other.timestamp);
  const accepted = sent.filter((one) => one.arrivals.some(({ isAccepted }) => isAccepted));
  const expected = countBy(truths.map(({ type }) => type));
  const counts = countBy(accepted.map(({ type }) => type));
  const bornAt = birthsOf(sent, truths);
  const births = sent.flatMap(({ id }) => bornAt.get(id) ?? []);
  const delivered = outboxes.flatMap((outbox) =>
    outbox.to === to ? outbox.deliveries.filter(({ state }) => state === 'delivered') : [],
  );
  const promises: Readonly<Record<string, boolean>> = {
    'every event reaches its recipient': [...countBy(mustArrive.map(({ type }) => type))].every(
      ([type, count]) => (counts.get(type) ?? 0) >= count,
    ),
    'an event is sent only if it happened, and only as often': [...countBy(sent.map(({ type }) => type))].every(
      ([type, count]) => count <= (expected.get(type) ?? 0),
    ),
    'no event is sent before it happened': sent.every((one) =>
      one.arrivals.every(({ at }) => at >= (bornAt.get(one.id) ?? at + 1)),
    ),
    'every attempt with the same id has the same body': sent.every((one) =>
      one.arrivals.every(({ body }) => body === one.arrivals[0]?.body),
    ),
    'a later event of a job has a later time':
      sent.every(({ timestamp }, place) => timestamp > (sent[place - 1]?.timestamp ?? 0)) &&
      births.every((at, place) => at >= (births[place - 1] ?? 0)),
    'a job has at most twenty events': sent.length <= maxEvents,
    'an outbox marks only accepted events as delivered': delivered.length <= accepted.length,
  };
  return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

/** When each event became true: the first sent event of a type is the first truth of that type. */
function birthsOf(sent: readonly Sent[], truths: readonly Truth[]): ReadonlyMap<string, number> {
  const byType = Map.groupBy(truths, ({ type }) => type);
  const seen = new Map<string, number>();
  return new Map(
    sent.flatMap(({ id, type }) => {
      const place = seen.get(type) ?? 0;
      seen.set(type, place + 1);
      const truth = byType.get(type)?.[place];
      return truth === undefined ? [] : [[id, truth.bornAt] as const];
    }),
  );
}

/** The field `notify` of a job request. */
export const notifyFields = { webhook_url: 'https://shop.example.com/hooks', email: 'ada@example.com' } as const;

interface WatchedNotifications {
  readonly deps: MemoryDeps;
  /** The broken promises about this job's events. */
  broken(job: Job): readonly string[];
}

/** `isTaken`: true if the receiver accepts an event now. */
export function watchNotifications(deps: MemoryDeps, isTaken: () => boolean = () => true): WatchedNotifications {
  const { clock, jobs, receivers } = deps;
  const moments: Moment[] = [];
  const received: (Omit<Arrival, 'to'> & { readonly jobId: string })[] = [];
  const noted = async <R extends string>(written: Promise<R>, job: Job): Promise<R> => {
    const result = await written;
    if (result === 'saved') moments.push({ at: clock.now(), job });
    return result;
  };
  receivers.answer = ({ body, headers }) => {
    const isAccepted = isTaken();
    const id = headers['webhook-id'] ?? '';
    received.push({ at: clock.now(), id, body, isAccepted, jobId: JSON.parse(body).data.job_id });
    return isAccepted ? { outcome: 'delivered', code: 'http_200' } : { outcome: 'unreachable', code: 'http_503' };
  };
  return {
    deps: {
      ...deps,
      jobs: { ...jobs, create: (job) => noted(jobs.create(job), job), replace: (job) => noted(jobs.replace(job), job) },
    },
    broken(job) {
      const events = received.filter(({ jobId }) => jobId === job.id).map(({ jobId: _, ...each }) => each);
      const arrivals = [
        ...events.map((event) => ({ ...event, to: notifyFields.webhook_url })),
        ...mailsOf(deps, job).map((mail) => ({ ...mail, to: notifyFields.email })),
      ];
      return brokenPromisesOf({
        job,
        arrivals,
        recipients: [notifyFields.webhook_url, notifyFields.email],
        moments: moments.filter((moment) => moment.job.id === job.id),
        outboxes: deps.outboxes.all().filter(({ jobId }) => jobId === job.id),
      });
    },
  };
}

/** The emails, each with the id of its event. */
function mailsOf({ emails, outboxes }: MemoryDeps, job: Job) {
  const events = outboxes.all().flatMap(({ jobId, deliveries }) => (jobId === job.id ? deliveries : []));
  const eventById = new Map(events.map(({ event }) => [eventIdOf(job.id, event), event]));
  return emails.all().flatMap(({ reference: id, createdAt: at, to }) => {
    // A payer who checked the box gets emails as well.
    const event = to === notifyFields.email ? eventById.get(id) : undefined;
    const body = event && JSON.stringify({ type: event.type, timestamp: new Date(event.at).toISOString() });
    return body === undefined ? [] : [{ at, id, body, isAccepted: true }];
  });
}

/** The usual course of a job. */
const usualCourse: readonly Fact[] = [
  sample.paid,
  sample.claimed,
  sample.accepted,
  progressed('in_progress'),
  progressed('dispatched'),
  progressed('completed', { delivered: true }),
  progressed('completed', { returned: true }),
];

type NextFact = (job: Job) => Fact;

/** Draws a job's next facts. `isOrphan`: the process that created the job died, so its payment page never opens. */
export function lifeOf(random: Random, isOrphan: boolean): NextFact {
  let steps = 0;
  const isRefundUnstable = random() < 0.05;
  const detours = random() * 0.5;
  return (job) => {
    if (isOrphan) return oneOf([sample.checkout_expired, sample.cancelled], random);
    if (job.checkout === undefined && job.state === 'awaiting_payment') return sample.checkout_opened;
    // A provider that issues a refund and undoes it, again and again.
    if (isRefundUnstable && job.payment !== undefined)
      return job.refund === 'issued' ? sample.refund_failed : sample.refunded;
    if (random() >= detours) {
      const next = usualCourse[steps % usualCourse.length] ?? sample.paid;
      steps += 1;
      return next;
    }
    const kind = oneOf(Object.keys(transitions[job.state]) as FactKind[], random);
    const fact = sample[kind];
    if (fact.kind !== 'progressed' && fact.kind !== 'partner_refused') return fact;
    return { ...fact, progress: { stage: oneOf(stages, random), ...randomEvidence(random) } };
  };
}

const randomEvidence = (random: Random) => ({
  ...(random() < 0.2 && { delivered: true }),
  ...(random() < 0.1 && { returned: true }),
  ...(random() < 0.3 && { scans: [{ code: oneOf(scanCodes, random), at: Math.floor(random() * 9) }] }),
});
