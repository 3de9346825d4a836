/** Applies a fact to a job: looks up the transition in `job.ts`, then checks the rules that a table cannot express. */
import {
  type Fact,
  type FactKind,
  hasLeft,
  isDue,
  type Lifecycle,
  type PartnerOrder,
  type Progress,
  type Refund,
  type Stage,
  stages,
  transitions,
} from './job.ts';
import { leaseMs, readAtMostEveryMs } from './retry.ts';

/** Submission continues across these facts, even after a partner has turned the job away. */
const goesOn = new Set<FactKind>(['claimed', 'turned_away']);

/** Each of these facts counts as one more try of the state's duty. */
const triesOf = new Set<FactKind>(['claimed', 'still_open', 'refund_unknown', 'reminded']);

/** The partner's status may still change and was not read a moment ago, or the partner's announced news is out. */
export function mayRead({ partner }: Lifecycle, now: number): boolean {
  if (partner === undefined || partner.final) return false;
  return now - partner.readAt >= readAtMostEveryMs || (partner.newsAt !== undefined && partner.newsAt <= now);
}

/** A job that its partner could not carry out may be tried again if nobody holds back its money or the job itself. */
export const mayGoAgain = ({ refund, firsts }: Lifecycle): boolean =>
  refund === 'not_applicable' &&
  firsts.disputed === undefined &&
  (firsts.held === undefined || (firsts.resubmitted !== undefined && firsts.held <= firsts.resubmitted));

/** A repeated fact counts once: money is captured once, one holder has a lease, a refund is settled once. */
function mayCount(life: Lifecycle, fact: Fact, now: number): boolean {
  if (fact.round !== undefined && fact.round !== life.bounces) return false;
  if (fact.kind === 'claimed') return isDue(life, now);
  if (fact.kind === 'read_claimed') return mayRead(life, now);
  // Between two rounds no partner holds the order, but one has already worked on it: too late to cancel.
  if (fact.kind === 'cancel_claimed') return life.state !== 'paid' || life.partner === undefined;
  if (fact.kind === 'checkout_opened') return life.checkout === undefined;
  if (fact.kind === 'paid' || fact.kind === 'mispaid') return life.payment === undefined;
  if (fact.kind === 'redriven') return mayHurry(life, Math.max(now + leaseMs, fact.dueAt ?? 0));
  // Nothing is sent for refunded money; only a person may send for disputed money.
  if (fact.kind === 'resubmitted') return life.refund === 'not_applicable';
  if (fact.kind === 'bounced') return mayGoAgain(life);
  return mayMoveMoney(life, fact.kind);
}

/**
 * A job that is due before `until` (Unix ms), within a lease, may have a holder now: it is neither taken from them nor
 * put off. A job without an open payment page is still being created, and would be mistaken for an abandoned one.
 */
const mayHurry = ({ state, checkout, dueAt }: Lifecycle, until: number): boolean =>
  dueAt !== undefined && dueAt > until && (state !== 'awaiting_payment' || checkout !== undefined);

function mayMoveMoney({ state, refund }: Lifecycle, kind: FactKind): boolean {
  const isOver = state === 'cancelled' || state === 'failed';
  if (kind === 'refund_refused' || kind === 'refund_unknown') return state === 'cancelling' || refund === 'pending';
  if (kind === 'disputed') return !isOver || refund === 'pending';
  if (kind === 'refund_failed') return refund === 'issued' || refund === 'pending';
  // A person has issued a refund that was left to support.
  if (kind === 'refunded') return isOver ? refund === 'pending' || refund === 'contact_support' : refund !== 'issued';
  return true;
}

/** Money that has gone back, or that a person is handling, is not owed again. */
const refundAfter = (job: Lifecycle, cell: { readonly refund?: Refund }): Refund =>
  cell.refund === undefined || (cell.refund === 'pending' && isSettledMoney(job)) ? job.refund : cell.refund;

const isSettledMoney = ({ refund }: Lifecycle): boolean => refund === 'issued' || refund === 'contact_support';

/** The job after the fact, or `undefined` if the fact changes nothing. `now` is in Unix ms. */
export function apply<J extends Lifecycle>(job: J, fact: Fact, now: number): J | undefined {
  const cell = transitions[job.state][fact.kind];
  if (cell === undefined || !mayCount(job, fact, now)) return undefined;
  const refund = refundAfter(job, cell);
  const turned = !goesOn.has(fact.kind) && (cell.to !== job.state || refund !== job.refund);
  const learnt = learn(job, fact, now);
  const { dueAt: _, ...rest } = job;
  const owesNothing = cell.refund === 'pending' && refund !== 'pending';
  const dueAt = owesNothing ? undefined : cell.now ? now : cell.asBefore ? job.dueAt : fact.dueAt;
  return {
    ...(rest as J),
    ...learnt,
    state: cell.to,
    refund,
    tries: (turned ? 0 : job.tries) + (triesOf.has(fact.kind) ? 1 : 0),
    triesSince: turned ? now : job.triesSince,
    firsts: { ...firstsOf(learnt, fact, now), ...job.firsts },
    ...(dueAt === undefined ? {} : { dueAt }),
  };
}

function learn(job: Lifecycle, fact: Fact, now: number): Partial<Lifecycle> {
  switch (fact.kind) {
    case 'checkout_opened':
      return { checkout: fact.checkout };
    case 'claimed':
      return fact.routedTo === undefined ? {} : { routedTo: fact.routedTo };
    case 'paid':
      return { payment: fact.payment };
    case 'mispaid':
      return { payment: fact.payment, error: fact.error };
    case 'accepted':
      return {
        partner: { ...fact.order, stage: later(job.partner?.stage, fact.order.stage), readAt: now },
        error: undefined,
      };
    case 'bounced':
      return {
        bounces: job.bounces + 1,
        ...(job.partner && {
          partner: { id: job.partner.id, stage: later(job.partner.stage, 'in_progress'), readAt: now },
        }),
      };
    case 'resubmitted':
      return { error: undefined };
    case 'disputed':
      return { error: job.error ?? fact.error };
    case 'read_claimed':
      return job.partner === undefined ? {} : { partner: { ...withoutNews(job.partner), readAt: now } };
    case 'progressed':
    case 'partner_refused':
      return job.partner === undefined ? {} : { partner: { ...forward(job.partner, fact.progress), readAt: now } };
    default:
      return 'error' in fact ? { error: fact.error } : {};
  }
}

/** News may arrive out of order: the later stage and the fuller evidence win. */
function forward(known: PartnerOrder, news: Progress): PartnerOrder {
  const tracking = news.tracking ?? known.tracking;
  return {
    id: known.id,
    stage: later(known.stage, news.stage),
    ...(tracking === undefined ? {} : { tracking }),
    ...(known.delivered || news.delivered ? { delivered: true } : {}),
    ...(known.final || news.final ? { final: true } : {}),
    ...(news.newsAt === undefined ? {} : { newsAt: news.newsAt }),
  };
}

const later = (known: Stage | undefined, news: Stage): Stage =>
  known !== undefined && stages.indexOf(known) > stages.indexOf(news) ? known : news;

/** Announced news is read once. */
function withoutNews<P extends Progress>({ newsAt: _, ...partner }: P) {
  return partner;
}

function firstsOf(learnt: Partial<Lifecycle>, fact: Fact, now: number): Lifecycle['firsts'] {
  return { [fact.kind]: now, ...(hasLeft(learnt) ? { dispatched: now } : {}) };
}
