/** The promises about the news of a job when everything has come to rest, whatever went wrong on the way. */

import type { JobEvent } from '../../../../shared/domain/job/event.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import { type Moment, mayBeToldByNext, type Truth, truthsOf } from './oracle.ts';
import { type Arrival, isFaithful, type Recipient } from './recipients.ts';
import type { WeatherName } from './weather.ts';

export interface Resend {
  readonly to: string;
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
}

export interface Evidence {
  readonly job: Job;
  readonly weather: WeatherName;
  /** True if no call was lost, and nothing else went wrong on our side. */
  readonly isFaultless: boolean;
  readonly recipients: readonly Recipient[];
  /** In the order of time. */
  readonly arrivals: readonly Arrival[];
  readonly resends: readonly Resend[];
  readonly moments: readonly Moment[];
  readonly lost: readonly Moment[];
  readonly outboxes: readonly Outbox[];
  /** Events that no outbox has. */
  readonly pending: readonly JobEvent[];
}

const days = 24 * 3_600_000;

/** An event as it was told: one id, and all its arrivals at one recipient. */
interface Told {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly arrivals: readonly Arrival[];
}

function toldOf(arrivals: readonly Arrival[]): readonly Told[] {
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  return [...byId].map(([id, all]) => {
    const { type, timestamp } = JSON.parse(all[0]?.body ?? '');
    return { id, type, timestamp: Date.parse(timestamp), arrivals: all };
  });
}

const countBy = (types: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));

const isRising = (times: readonly number[]): boolean => times.every((at, place) => at > (times[place - 1] ?? 0));

/** The broken promises, in words; empty when all are kept. */
export function brokenPromises(evidence: Evidence): readonly string[] {
  const { job, outboxes, pending, recipients, arrivals } = evidence;
  const wanted = recipientsWanted(job);
  const broken = recipients.flatMap((recipient) => {
    const heard = arrivals.filter(({ to }) => to === recipient.to);
    if (!wanted.has(recipient.to)) return heard.length > 0 ? ['nobody is told who has not asked for it'] : [];
    return brokenTo(recipient, heard, evidence);
  });
  const isAtRest = pending.length === 0 && outboxes.every(({ deliveries }) => deliveries.every(hasEnded));
  return [...new Set([...broken, ...(isAtRest ? [] : ['everything comes to rest'])])];
}

const hasEnded = ({ state }: Outbox['deliveries'][number]) => state !== 'waiting';

const recipientsWanted = ({ notify }: Job): ReadonlySet<string | undefined> =>
  new Set([notify?.webhook?.url, notify?.email?.address, notify?.payer?.address]);

function brokenTo(recipient: Recipient, heard: readonly Arrival[], evidence: Evidence): readonly string[] {
  const { moments, lost, weather, isFaultless, resends } = evidence;
  const isForPeople = !recipient.to.startsWith('https:');
  const forThem = (truths: readonly Truth[]) => truths.filter((truth) => !isForPeople || truth.isForPeople);
  const all = truthsOf(moments);
  const truths = forThem(all);
  const areClocksWrong = weather === 'clocks that are wrong';
  const due = forThem(all.filter((_, at) => !isForPeople || !mayBeToldByNext(all, at, areClocksWrong)));
  const told = toldOf(heard).toSorted((one, other) => one.timestamp - other.timestamp);
  const wasSetBack = weather === 'a table that is set back';
  const expected = countBy(truths.map(({ type }) => type));
  const lostTypes = new Set(truthsOf(lost).map(({ type }) => type));
  const accepted = countBy(
    told.filter((one) => one.arrivals.some(({ isAccepted }) => isAccepted)).map(({ type }) => type),
  );
  const bornAt = bornOf(told, truths);
  const again = resends.filter(({ to }) => to === recipient.to);
  const lastBirth = (one: Told, at: number) =>
    Math.max(
      bornAt.get(one.id) ?? one.timestamp,
      ...again.filter((each) => each.id === one.id && each.at <= at).map((each) => each.at),
    );
  const isSteady = recipient.mood.isSound === true && recipient.goneAt === undefined;
  const goneAt = heard.find(({ isGone }) => isGone)?.at ?? Number.POSITIVE_INFINITY;
  const promises: Readonly<Record<string, boolean>> = {
    'every event reaches a recipient that is well in the end':
      !isFaithful(recipient) ||
      [...countBy(due.map(({ type }) => type))].every(([type, count]) => (accepted.get(type) ?? 0) >= count),
    'nothing is told that did not happen': told.every(
      ({ type }) => expected.has(type) || (wasSetBack && lostTypes.has(type)),
    ),
    'nothing is told more often than it happened':
      wasSetBack ||
      [...countBy(told.map(({ type }) => type))].every(([type, count]) => count <= (expected.get(type) ?? 0)),
    'nothing is told before it happened':
      wasSetBack || told.every((one) => one.arrivals.every(({ at }) => at >= (bornAt.get(one.id) ?? at + 1))),
    'nothing is told after three days': told.every((one) =>
      one.arrivals.every(({ at }) => at <= lastBirth(one, at) + 3 * days),
    ),
    'one id stands for one event, with the same words each time': told.every((one) =>
      one.arrivals.every(({ body }) =>
        wasSetBack ? JSON.parse(body).type === one.type : body === one.arrivals[0]?.body,
      ),
    ),
    'of two events of a job, the later one has the later time':
      wasSetBack ||
      (isRising(told.map(({ timestamp }) => timestamp)) && isInOrder(told.flatMap(({ id }) => bornAt.get(id) ?? []))),
    'a recipient that always answers hears events in their order':
      !isSteady || wasSetBack || isRising(told.toSorted(byFirstArrival).map(({ timestamp }) => timestamp)),
    'nobody is told twice without a reason':
      !isFaultless || !isSteady || again.length > 0 || told.every((one) => one.arrivals.length === 1),
    'a recipient that is gone hears nothing more':
      !isFaultless || again.length > 0 || heard.every(({ at }) => at <= goneAt),
    'a recipient that wants to be left alone is left alone': !isFaultless || isLeftAlone(heard, told, lastBirth),
    'a job has at most twenty events': wasSetBack || told.length <= 20,
    'the outbox says delivered only of what was taken': isToldRightly(recipient, told, evidence),
  };
  return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
}

const byFirstArrival = (one: Told, other: Told) => (one.arrivals[0]?.at ?? 0) - (other.arrivals[0]?.at ?? 0);

const isInOrder = (times: readonly number[]): boolean => times.every((at, place) => at >= (times[place - 1] ?? 0));

/** When each event became true: the first of a type is the first that was told of it. */
function bornOf(told: readonly Told[], truths: readonly Truth[]): ReadonlyMap<string, number> {
  const byType = Map.groupBy(truths, ({ type }) => type);
  const seen = new Map<string, number>();
  return new Map(
    told.flatMap(({ id, type }) => {
      const place = seen.get(type) ?? 0;
      seen.set(type, place + 1);
      const truth = byType.get(type)?.[place];
      return truth === undefined ? [] : [[id, truth.bornAt] as const];
    }),
  );
}

/** Before the third day ends, it is asked once more in any case. */
function isLeftAlone(
  heard: readonly Arrival[],
  told: readonly Told[],
  lastBirth: (one: Told, at: number) => number,
): boolean {
  const isLast = ({ id, at }: Arrival) =>
    told.some((one) => one.id === id && at > lastBirth(one, at) + 3 * days - 3_600_000);
  return heard.every(({ notBefore }, place) => {
    const next = heard[place + 1];
    return notBefore === undefined || next === undefined || next.at >= notBefore || isLast(next);
  });
}

function isToldRightly({ to }: Recipient, told: readonly Told[], { outboxes }: Evidence): boolean {
  const accepted = new Set(
    told.flatMap(({ id, arrivals }) => (arrivals.some(({ isAccepted }) => isAccepted) ? [id] : [])),
  );
  const said = outboxes.flatMap((outbox) =>
    outbox.to === to ? outbox.deliveries.filter(({ state }) => state === 'delivered') : [],
  );
  return said.length <= accepted.size;
}
