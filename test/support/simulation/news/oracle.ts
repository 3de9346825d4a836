/**
 * The news that recipients of a job should hear, by the records of its facts alone. It shares no code with the service:
 * it looks at whole lives, where the service looks at single changes.
 */
import type { Job } from '../../../../shared/domain/job/job.ts';

/** A job as it was saved. */
export interface Moment {
  /** Unix ms, by the true clock. */
  readonly at: number;
  readonly job: Job;
}

export interface Truth {
  /** The type that a receiver reads: `letter.mailed`. */
  readonly type: string;
  /** Since when it is true, Unix ms. */
  readonly bornAt: number;
  /** People are written to about it. */
  readonly isForPeople: boolean;
}

const leftAs: Readonly<Record<string, string>> = { fax: 'sent' };

/** How often each has become true in a life that looks like this now, apart from refunds. */
function countsOf({ state, firstSeenAt, checkout, scans = [] }: Job): Readonly<Record<string, boolean>> {
  if (checkout === undefined) return {};
  const { paid, payment_failed, accepted, begun, dispatched, delivered, returned, checkout_expired } = firstSeenAt;
  const wentOut = delivered !== undefined && (returned === undefined || delivered < returned);
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
    delivered: wentOut,
    returned: returned !== undefined,
    failed: state === 'failed',
    cancelled: state === 'cancelled' && checkout_expired === undefined,
    expired: state === 'cancelled' && checkout_expired !== undefined,
  };
}

/** Two kinds of scan are one event: nobody has taken it. The others are told once for each kind. */
const scanNames: Readonly<Record<string, string>> = { issue: 'pickup_available' };
const scanned = new Set(['entered', 'in_local_area', 'rerouted', 'out_for_delivery']);
/** In the order in which those of one moment are told. */
const scanKinds = [...scanned, 'pickup_available'];

const forNobody = new Set([...scanned, 'created', 'handed_over', 'in_production', 'expired']);

/**
 * Whether an email about an end or a refund may replace this one: only while this one waits, a minute at most, or until a
 * worker that has stopped is back.
 */
export function mayBeReplaced(truths: readonly Truth[], at: number): boolean {
  const { type, bornAt } = truths[at] as Truth;
  const withinMs = 10 * 60_000;
  const isReplacement = (later: Truth) =>
    /\.(?:failed|cancelled|refund_\w+)$/.test(later.type) && later.bornAt - bornAt <= withinMs;
  return /\.(?:paid|failed|cancelled)$/.test(type) && truths.slice(at + 1).some(isReplacement);
}

/** The truths of a life, in their order; those of one moment in any order. */
export function truthsOf(history: readonly Moment[]): readonly Truth[] {
  const known = new Set<string>();
  const truths: Truth[] = [];
  let refund = 'not_applicable';
  for (const { at, job } of history) {
    const tell = (name: string) => {
      const { paid, wrong_amount, payment_failed } = job.firstSeenAt;
      const isMoneyInPlay = paid !== undefined || wrong_amount !== undefined || payment_failed !== undefined;
      const left = name === 'left' ? (leftAs[job.product] ?? 'mailed') : name;
      const word = scanned.has(name) ? 'scanned' : left;
      // An end by time is for people only if money was in play.
      const isForPeople = isMoneyInPlay && !forNobody.has(name);
      truths.push({ type: `${job.product}.${word}`, bornAt: at, isForPeople });
    };
    for (const [name, isTrue] of Object.entries(countsOf(job)))
      if (isTrue && !known.has(name)) {
        known.add(name);
        tell(name);
      }
    if (job.checkout !== undefined && job.refund !== refund) {
      if (job.refund === 'issued') tell('refund_issued');
      if (job.refund === 'contact_support') tell('refund_needs_support');
    }
    refund = job.refund;
  }
  return truths.slice(0, 20);
}
