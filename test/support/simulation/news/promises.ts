/** The promises about the news of a job once everything has come to rest, whatever went wrong on the way. */

import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import { type Moment, mayBeReplaced, type Truth, truthsOf } from './oracle.ts';

/** One attempt to send an event, as its recipient saw it. */
export interface Arrival {
  readonly to: string;
  /** Unix ms. */
  readonly at: number;
  readonly id: string;
  readonly body: string;
  /** The recipient has it, whatever the sender learns of that. */
  readonly isAccepted: boolean;
}

/** An event as it was sent: one id, and all its arrivals at one recipient. */
interface Sent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly arrivals: readonly Arrival[];
}

const countBy = (types: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));

/** The broken promises, in words; empty when all are kept. `recipients` accept everything in the end. */
export function brokenPromises(evidence: {
  readonly job: Job;
  readonly recipients: readonly string[];
  /** In the order of time. */
  readonly arrivals: readonly Arrival[];
  readonly moments: readonly Moment[];
  readonly outboxes: readonly Outbox[];
}): readonly string[] {
  const { job, outboxes, recipients, arrivals, moments } = evidence;
  const wanted = new Set([job.notify?.webhook?.url, job.notify?.email?.address]);
  const broken = recipients.flatMap((to) => {
    const seen = arrivals.filter((arrival) => arrival.to === to);
    if (!wanted.has(to)) return seen.length > 0 ? ['nobody gets news without a wish for it'] : [];
    return brokenTo(to, seen, moments, outboxes);
  });
  const isAtRest =
    (job.events?.pending ?? []).length === 0 &&
    outboxes.every(({ deliveries }) => deliveries.every(({ state }) => state !== 'waiting'));
  return [...new Set([...broken, ...(isAtRest ? [] : ['everything comes to rest'])])];
}

function brokenTo(
  to: string,
  arrivals: readonly Arrival[],
  moments: readonly Moment[],
  outboxes: readonly Outbox[],
): readonly string[] {
  const isForPeople = !to.startsWith('https:');
  const all = truthsOf(moments);
  const truths = all.filter((truth) => !isForPeople || truth.isForPeople);
  const due = all.filter((truth, at) => !isForPeople || (truth.isForPeople && !mayBeReplaced(all, at)));
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
    'every event reaches its recipient': [...countBy(due.map(({ type }) => type))].every(
      ([type, count]) => (counts.get(type) ?? 0) >= count,
    ),
    'nothing is sent that did not happen, or more often than it happened': [
      ...countBy(sent.map(({ type }) => type)),
    ].every(([type, count]) => count <= (expected.get(type) ?? 0)),
    'nothing is sent before it happened': sent.every((one) =>
      one.arrivals.every(({ at }) => at >= (bornAt.get(one.id) ?? at + 1)),
    ),
    'one id means one event, with the same words each time': sent.every((one) =>
      one.arrivals.every(({ body }) => body === one.arrivals[0]?.body),
    ),
    'a later event of a job has a later time':
      sent.every(({ timestamp }, place) => timestamp > (sent[place - 1]?.timestamp ?? 0)) &&
      births.every((at, place) => at >= (births[place - 1] ?? 0)),
    'a job has at most twenty events': sent.length <= 20,
    'an outbox says delivered only of what was accepted': delivered.length <= accepted.length,
  };
  return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

/** When each event became true: the first of a type is the first that was sent of it. */
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
