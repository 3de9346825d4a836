/** Converts the model's item to and from a job, so that the model uses the service's own state machine. */
import { apply, mayBeSentAgain } from '../../../shared/domain/job/apply.ts';
import {
  type Fact,
  type FactKind,
  initialLifecycle,
  type Lifecycle,
  type State,
} from '../../../shared/domain/job/lifecycle.ts';
import {
  type FactName,
  factNames,
  itemNames,
  never,
  paid,
  recalling,
  refundNames,
  states,
  submitting,
} from './life.ts';
import { F, newRow, type Row, Rows, wordsOf } from './rows.ts';

const birth = Date.UTC(2026, 10, 21);
const now = birth + 48 * 3_600_000;
const minute = 60_000;
const payment = { id: 'pi_1', amountCents: 212, currency: 'USD', provider: 'stripe' } as const;

const dueAtOf = (due: number): number | undefined => (due === never ? undefined : now + due * minute);

/** The facts whose first time is stored in an item. */
const storedFacts = {
  claimed: F.claimed,
  fraud_warned: F.warned,
  held: F.held,
  resubmitted: F.resubmitted,
  refund_failed: F.failedRefund,
  undecided: F.undecided,
} as const satisfies Partial<Record<FactKind, number>>;

/** The ids of the first dispute, the second, and a dispute that is known only from a refused refund. */
const [first, second, unnamed] = ['du_1', 'du_2', 'unnamed'] as const;
const decisions = [undefined, 'open', 'won', 'lost'] as const;

function jobOf(s: Row): Lifecycle {
  const firstSeenAt = Object.entries(storedFacts).flatMap(([kind, place]) => (s[place] ? [[kind, birth]] : []));
  const disputes = [
    [first, decisions[s[F.dispute]]],
    [second, decisions[s[F.again]]],
    [unnamed, s[F.unnamed] ? 'open' : undefined],
  ].filter(([, decision]) => decision !== undefined);
  return {
    ...initialLifecycle(birth),
    state: states[s[F.state]] as State,
    refund: refundNames[s[F.refund]] as Lifecycle['refund'],
    dueAt: dueAtOf(s[F.due]),
    checkout: { id: 'cs_1', url: '', expiresAt: birth + 86_400_000, provider: 'stripe' },
    ...(s[F.payment] ? { payment } : {}),
    ...(s[F.known] ? { partner: { id: 'l_1', stage: s[F.stage] ? 'in_progress' : 'accepted', readAt: birth } } : {}),
    triesSince: s[F.age] ? birth : now - 1,
    isHeld: s[F.held] === 1 || undefined,
    isCancelStopped: s[F.cancelStopped] === 1 || undefined,
    mayBeAtPartner: s[F.maybe] === 1 || undefined,
    disputes: Object.fromEntries(disputes),
    failedRounds: s[F.redialed],
    routedTo: s[F.called] ? 'postgrid' : undefined,
    answeredAt: s[F.last] ? now - (s[F.lastOld] ? minute + 1 : 1) : undefined,
    firstSeenAt: Object.fromEntries(firstSeenAt),
  } as Lifecycle;
}

export const mayItemGoAgain = (s: Row): boolean => mayBeSentAgain(jobOf(s));

/** The service's name for a fact. A partner that begins during a recall has refused the recall. */
function kindOf(name: FactName, state: number): FactKind {
  switch (name) {
    case 'begun':
      return state === recalling ? 'partner_refused' : 'progressed';
    case 'disputed_again':
      return 'disputed';
    case 'won_again':
      return 'dispute_won';
    case 'lost_again':
      return 'dispute_lost';
    default:
      return name;
  }
}

const factsWithDueTime = new Set<FactName>([
  'still_open',
  'claimed',
  'cancel_claimed',
  'released',
  'turned_away',
  'put_off',
  'unanswered',
  'given_up',
  'undecided',
  'reminded',
  'round_failed',
  'refund_unknown',
  'accepted',
  'progressed',
  'begun',
  'partner_refused',
]);

function factOf(name: FactName, s: Row, due: number): Fact {
  const state = s[F.state];
  const hasBegun = s[F.stage] === 1 || name === 'begun' || name === 'partner_refused';
  return {
    kind: kindOf(name, state),
    dueAt: factsWithDueTime.has(name) ? dueAtOf(due) : undefined,
    error: 'an error',
    payment,
    order: { id: 'l_1', stage: 'accepted' },
    progress: { stage: hasBegun ? 'in_progress' : 'accepted' },
    answeredAt: now - 1,
    ...(name !== 'refund_disputed' && { disputeId: name.endsWith('_again') ? second : first }),
    routedTo: name === 'claimed' && (state === paid || state === submitting) ? 'postgrid' : undefined,
  } as Fact;
}

/** Writes the job into the item. Only time changes `keysOver`. */
function write(job: Lifecycle, s: Row): void {
  const { firstSeenAt, partner, answeredAt, disputes = {} } = job;
  for (const [kind, place] of Object.entries(storedFacts))
    s[place] = firstSeenAt[kind as FactKind] === undefined ? 0 : 1;
  s[F.state] = states.indexOf(job.state);
  s[F.refund] = refundNames.indexOf(job.refund);
  s[F.due] = job.dueAt === undefined ? never : Math.max(0, Math.round((job.dueAt - now) / minute));
  s[F.payment] = job.payment === undefined ? 0 : 1;
  s[F.called] = job.routedTo === undefined ? 0 : 1;
  s[F.known] = partner === undefined ? 0 : 1;
  s[F.stage] = partner === undefined || partner.stage === 'accepted' ? 0 : 1;
  s[F.last] = answeredAt === undefined ? 0 : 1;
  s[F.lastOld] = answeredAt !== undefined && now - answeredAt > minute ? 1 : 0;
  s[F.dispute] = decisions.indexOf(disputes[first]);
  s[F.again] = decisions.indexOf(disputes[second]);
  s[F.unnamed] = disputes[unnamed] === undefined ? 0 : 1;
  // 2: a person has let it continue.
  if (s[F.held]) s[F.held] = job.isHeld ? 1 : 2;
  s[F.maybe] = job.mayBeAtPartner ? 1 : 0;
  s[F.redialed] = job.failedRounds;
  s[F.cancelStopped] = job.isCancelStopped ? 1 : 0;
  if (job.triesSince >= now - minute) s[F.age] = 0;
}

/** The cells of the transition table that counted, as `state fact`. */
export const metCells = new Set<string>();

const [question, answer] = [newRow(), newRow()];
const questionWords = wordsOf(question);
const questions = new Rows();
const answers: (Row | undefined)[] = [];
const factNumbers = new Map(factNames.map((name, at) => [name, at]));
const itemSize = itemNames.length;

/** Applies the fact to the item, or returns false if it doesn't count. Results are cached. */
export function applyFact(s: Row, fact: FactName, due: number): boolean {
  const bytes: Uint8Array = question;
  for (let place = 0; place < itemSize; place += 1) bytes[place] = (s as Uint8Array)[place] ?? 0;
  bytes[itemSize] = factNumbers.get(fact) ?? 0;
  bytes[itemSize + 1] = due;
  const before = questions.count;
  const number = questions.add(questionWords);
  if (number === before) answers.push(answerTo(s, fact, due));
  const after = answers[number];
  if (after === undefined) return false;
  for (let place = 0; place < itemSize; place += 1) (s as Uint8Array)[place] = (after as Uint8Array)[place] ?? 0;
  return true;
}

function answerTo(s: Row, fact: FactName, due: number): Row | undefined {
  const job = apply(jobOf(s), factOf(fact, s, due), now);
  if (job === undefined) return undefined;
  metCells.add(`${states[s[F.state]]} ${kindOf(fact, s[F.state])}`);
  answer.set(s);
  write(job, answer);
  return answer.slice() as Row;
}
