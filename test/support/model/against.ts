/** A job of the service for each item of the model, a fact for each fact, and back. */

import { apply } from '../../../shared/domain/job/apply.ts';
import {
  type Fact,
  type FactKind,
  initialLifecycle,
  type Lifecycle,
  type State,
} from '../../../shared/domain/job/lifecycle.ts';
import { type FactName, isBound, isOfRound, never, paid, recalling, refundNames, states, submitting } from './life.ts';
import { F, newRow, type Process, processes, type Row, Rows, wordsOf } from './rows.ts';
import type { Step } from './turn.ts';

const birth = Date.UTC(2026, 10, 21);
const now = birth + 48 * 3_600_000;
const minute = 60_000;
const claims = 5;
const payment = { id: 'pi_1', amountCents: 212, currency: 'USD', provider: 'stripe' } as const;

const dueAtOf = (due: number): number | undefined => (due === never ? undefined : now + due * minute);

/** When each fact was heard of. */
const heard: Readonly<Record<string, (s: Row) => number | undefined>> = {
  paid: (s) => (s[F.payment] && s[F.page] !== 3 ? birth : undefined),
  wrong_amount: (s) => (s[F.payment] && s[F.page] === 3 ? birth : undefined),
  begun: (s) => (s[F.stage] ? birth : undefined),
  claimed: (s) => (s[F.claimed] ? birth : undefined),
  fraud_warned: (s) => (s[F.warned] ? birth : undefined),
  // Stopped, let go on, and stopped: the first time stays.
  held: (s) => [undefined, now - 10, now - 25, now - 25][s[F.held]],
  resubmitted: (s) => (s[F.resubmitted] ? now - 20 : undefined),
  refund_failed: (s) => (s[F.failedRefund] ? birth : undefined),
  undecided: (s) => (s[F.undecided] ? birth : undefined),
};

/** The first dispute, the second, and the one that only a refused refund shows, as the service names them. */
const [first, second, unnamed] = ['du_1', 'du_2', 'unnamed'] as const;
const decisions = [undefined, 'open', 'won', 'lost'] as const;

const agoOf = (s: Row): number => (s[F.lastOld] ? minute + 1 : 1);

function jobOf(s: Row): Lifecycle {
  const firstSeenAt = Object.entries(heard).flatMap(([kind, at]) => {
    const time = at(s);
    return time === undefined ? [] : [[kind, time]];
  });
  return {
    ...initialLifecycle(birth),
    state: states[s[F.state]] as State,
    refund: refundNames[s[F.refund]] as Lifecycle['refund'],
    dueAt: dueAtOf(s[F.due]),
    checkout: { id: 'cs_1', url: '', expiresAt: birth + 86_400_000, provider: 'stripe' },
    ...(s[F.payment] ? { payment } : {}),
    ...(s[F.known] ? { partner: { id: 'l_1', stage: s[F.stage] ? 'in_progress' : 'accepted', readAt: birth } } : {}),
    triesSince: s[F.age] ? birth : now - 1,
    isHeld: s[F.held] === 1 || s[F.held] === 3 || undefined,
    isCancelStopped: s[F.cancelStopped] === 1 || undefined,
    mayBeAtPartner: s[F.maybe] === 1 || undefined,
    disputes: JSON.parse(
      JSON.stringify({
        [first]: decisions[s[F.dispute]],
        [second]: decisions[s[F.again]],
        [unnamed]: s[F.unnamed] ? 'open' : undefined,
      }),
    ),
    bounces: s[F.bounced],
    claims,
    routedTo: s[F.called] ? 'postgrid' : undefined,
    answeredAt: s[F.last] ? now - agoOf(s) : undefined,
    firstSeenAt: Object.fromEntries(firstSeenAt),
  } as Lifecycle;
}

/** `s`: the item before the fact. `to`: after it, if it counts there. */
function factOf(name: FactName, s: Row, to: Row, { isLate, by }: Pick<Step, 'isLate' | 'by'>): Fact {
  const p: Process | undefined = processes[by];
  const isEarlier = p !== undefined && s[p.earlier] === 1;
  const bounds = {
    ...(isBound(name, true) ? { claim: isLate && !isEarlier ? claims - 1 : claims } : {}),
    ...(isOfRound(name) ? { round: s[F.bounced] - (isEarlier ? 1 : 0) } : {}),
  };
  const fact = { kind: name, dueAt: dueAtOf(to[F.due]), ...bounds, error: 'It is so.' };
  const order = { id: 'l_1', stage: 'accepted' } as const;
  switch (name) {
    case 'paid':
    case 'wrong_amount':
      return { ...fact, kind: name, payment };
    case 'accepted':
      return { ...fact, kind: name, order };
    case 'progressed':
      return { ...fact, kind: name, progress: { stage: s[F.stage] ? 'in_progress' : 'accepted' } };
    case 'begun':
      return { ...fact, kind: kindOf(name, s), progress: { stage: 'in_progress' } } as Fact;
    case 'partner_refused':
      return { ...fact, kind: name, progress: { stage: 'in_progress' } };
    case 'put_off':
      return { ...fact, kind: name, answeredAt: now - agoOf(to) };
    case 'claimed':
      return {
        ...fact,
        kind: name,
        routedTo: s[F.state] === paid || s[F.state] === submitting ? 'postgrid' : undefined,
      };
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return { ...fact, kind: name, disputeId: first };
    case 'disputed_again':
    case 'won_again':
    case 'lost_again':
      return { ...fact, kind: kindOf(name, s), disputeId: second } as Fact;
    default:
      return { ...fact, kind: name } as Fact;
  }
}

/** The fact by the service's name: a partner that begins during a recall has refused it. */
const kindOf = (name: FactName, s: Row): FactKind => {
  if (name === 'disputed_again') return 'disputed';
  if (name === 'won_again') return 'dispute_won';
  if (name === 'lost_again') return 'dispute_lost';
  if (name !== 'begun') return name;
  return s[F.state] === recalling ? 'partner_refused' : 'progressed';
};

/** The item by the service's own word, as the model's fields. */
function itemOf(job: Lifecycle, s: Row): Readonly<Partial<Record<keyof typeof F, number>>> {
  const { firstSeenAt, partner, answeredAt, disputes = {} } = job;
  const is = (value: unknown): number => (value === undefined ? 0 : 1);
  return {
    state: states.indexOf(job.state),
    refund: refundNames.indexOf(job.refund),
    due: job.dueAt === undefined ? never : Math.max(0, Math.round((job.dueAt - now) / minute)),
    payment: is(job.payment),
    claimed: is(firstSeenAt.claimed),
    called: is(job.routedTo),
    known: is(partner),
    stage: partner === undefined || partner.stage === 'accepted' ? 0 : 1,
    last: is(answeredAt),
    lastOld: answeredAt !== undefined && now - answeredAt > minute ? 1 : 0,
    dispute: decisions.indexOf(disputes[first]),
    again: decisions.indexOf(disputes[second]),
    unnamed: is(disputes[unnamed]),
    warned: is(firstSeenAt.fraud_warned),
    held: firstSeenAt.held === undefined ? 0 : job.isHeld ? 1 : 2,
    resubmitted: is(firstSeenAt.resubmitted),
    maybe: is(job.mayBeAtPartner),
    bounced: job.bounces,
    failedRefund: is(firstSeenAt.refund_failed),
    undecided: is(firstSeenAt.undecided),
    cancelStopped: is(job.isCancelStopped),
    age: job.triesSince < now - minute ? s[F.age] : 0,
  };
}

type Member = keyof typeof F;
const members = Object.keys(itemOf(jobOf(newRow()), newRow())) as Member[];

const places = members.map((member) => F[member]);
const question = newRow();
const asWords = wordsOf(question);
const factNumbers = new Map<FactName | undefined, number>();

/** The item, and what the process that writes knows of its claim and round: equal rows are equal questions. */
function questionOf(s: Row, to: Row, { fact, isLate, by, counted }: Step): Uint32Array {
  const p = processes[by];
  if (!factNumbers.has(fact)) factNumbers.set(fact, factNumbers.size);
  for (const place of places) question[place] = s[place];
  question[F.page] = s[F.page];
  question[F.orders] = factNumbers.get(fact) ?? 0;
  question[F.stopped] = (isLate ? 1 : 0) + (counted ? 2 : 0) + (p === undefined ? 0 : 4 * s[p.earlier]);
  question[F.faults] = to[F.due];
  question[F.cancels] = to[F.lastOld];
  return asWords;
}

const told = (item: Readonly<Partial<Record<Member, number>>> | undefined): string =>
  item === undefined ? 'refused' : members.map((member) => `${member} ${item[member]}`).join(', ');

function differenceOf(s: Row, to: Row, step: Step, fact: FactName): string | undefined {
  const after = apply(jobOf(s), factOf(fact, s, to, step), now);
  const theirs = after === undefined ? undefined : itemOf(after, s);
  const isHeldAgain = (member: Member) => member === 'held' && to[F.held] === 3;
  const ours = step.counted
    ? Object.fromEntries(members.map((member) => [member, isHeldAgain(member) ? 1 : to[F[member]]]))
    : undefined;
  if (told(theirs) === told(ours)) return undefined;
  const differing = members.filter((member) => theirs?.[member] !== ours?.[member]);
  const each = (item: Readonly<Record<string, number | undefined>> | undefined) =>
    item === undefined ? 'refused' : differing.map((member) => `${member} ${item[member]}`).join(', ');
  return `${states[s[F.state]]} + ${fact}: the model says ${each(ours)}; the service says ${each(theirs)}`;
}

/** Asks both about every fact of the searches whose steps it is shown. */
export class Comparison {
  /** `state fact`, for each cell that counted. */
  readonly cells = new Set<string>();
  readonly differences = new Set<string>();
  private readonly asked = new Rows();

  /** The number of different questions. */
  get questions(): number {
    return this.asked.count;
  }

  readonly onEdge = (from: Row, to: Row, step: Step): void => {
    const { fact, counted } = step;
    if (fact === undefined) return;
    const before = this.asked.count;
    if (this.asked.add(questionOf(from, to, step)) < before) return;
    if (counted) this.cells.add(`${states[from[F.state]]} ${kindOf(fact, from)}`);
    const difference = differenceOf(from, to, step, fact);
    if (difference !== undefined) this.differences.add(difference);
  };
}
