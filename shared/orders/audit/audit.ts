/**
 * The daily audit compares one day's books of the payment providers, the partners and the jobs. Each call reads all books from
 * the start, so an interrupted call can simply be repeated. The schedule repeats it, and makes up for days that were missed or
 * not finished.
 */
import { shards } from '../../domain/ids.ts';
import { spanOf } from '../../domain/job/job.ts';
import { productNames } from '../../domain/names.ts';
import { update } from '../../domain/stored.ts';
import { type Clock, lifetimesMs } from '../../domain/times.ts';
import type { ListedOrder } from '../../partners/partner.ts';
import type { ProviderPayment } from '../../partners/payments.ts';
import type { Jobs } from '../../storage/jobs.ts';
import { vaultOwner } from '../bank-accounts/register-bank-account.ts';
import { sweepBankAccounts } from '../bank-accounts/remove-bank-account.ts';
import type { AuditRun, Deps } from '../deps.ts';
import { providersOf } from '../pay/payment.ts';
import { Comparison, type Difference, labelOf, lastDay } from './audit-compare.ts';

/** One page of the jobs paid on a day. The cursor is the index of a shard, and the cursor within that shard. */
export async function paidOnDay(
  jobs: Pick<Jobs, 'paidOn'>,
  day: string,
  after?: string,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  const [index = '0', within] = after?.split(' ') ?? [];
  const at = Number(index);
  const shard = shards[at];
  if (shard === undefined) return { ids: [], next: undefined };
  const { ids, next } = await jobs.paidOn(day, shard, within);
  if (next !== undefined) return { ids, next: `${at} ${next}` };
  return { ids, next: at + 1 < shards.length ? `${at + 1}` : undefined };
}

interface Book<T> {
  readonly name: string;
  page(after?: string): Promise<{ readonly items: readonly T[]; readonly next?: string | undefined }>;
  compare(item: T): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1_000;

class OutOfTime extends Error {}

/** At most this many differences of one day raise an alarm, because more than that have a common cause. */
const maxAlarms = 250;

const auditIdOf = (day: string): string => `audit_${day}`;

const runOf = ({ audits }: Deps, day: string): Promise<AuditRun | undefined> => audits.get(auditIdOf(day));

/** Compares the books of a day (in UTC, `2026-11-21`), and raises alarms. Reads nothing after `until`, Unix ms. */
export async function audit(deps: Deps, day: string, until: number) {
  const startedAt = deps.clock.now();
  const findings = new Comparison(deps);
  const unfinishedBecause = await compareAll(deps, day, until, findings);
  const differences = [...findings.differences.values()];
  deps.log.info('audited', { count: differences.length, durationMs: deps.clock.now() - startedAt });
  await raiseAlarms(deps, day, differences, unfinishedBecause === undefined);
  return {
    day,
    /** Why not everything was compared, such as `out of time`. */
    unfinishedBecause,
    payments: findings.payments.size,
    orders: findings.orders.size,
    foreign: findings.foreign.size,
    jobs: findings.jobs.size,
    changing: findings.changing.size,
    unconfigured: findings.unconfigured.size,
    /** The number of all differences. `differences` holds only the first of them. */
    total: differences.length,
    differences: differences.slice(0, maxAlarms),
  };
}

/** Raises one alarm for each difference, no matter how often its day is compared. After a crash, some may be raised again. */
async function raiseAlarms(
  { clock, log, audits }: Deps,
  day: string,
  differences: readonly Difference[],
  isFinished: boolean,
): Promise<void> {
  const id = auditIdOf(day);
  const raised = new Set((await audits.get(id))?.raised);
  const unreported = differences
    .slice(0, maxAlarms)
    .filter((each) => !raised.has(labelOf(each)))
    .slice(0, maxAlarms - raised.size);
  for (const each of unreported)
    log.alarm('difference', { code: each.kind, jobId: each.job_id, partnerId: each.partner_id });
  const now = clock.now();
  const fresh = { id, version: 0, createdAt: now, keepUntil: now + 14 * dayMs, day };
  await update(audits, id, (run) => ({
    ...(run ?? fresh),
    raised: [...new Set([...(run?.raised ?? []), ...unreported.map(labelOf)])],
    total: run === undefined || isFinished ? differences.length : run.total,
    endedAt: run?.endedAt ?? (isFinished ? now : undefined),
  }));
}

/** Returns why not everything could be compared; `undefined` if it was. */
async function compareAll(deps: Deps, day: string, until: number, findings: Comparison): Promise<string | undefined> {
  const read = async <T>(book: Book<T>): Promise<void> => {
    if (!(await readBook(deps, book, until))) findings.unread.add(book.name);
  };
  try {
    await all([
      ...paymentBooks(deps, day, findings).map(read),
      ...productNames.map(async (product) => {
        const partner = deps.partners[product];
        if (partner === undefined) return;
        await read<ListedOrder>({
          name: findings.orderBookName(product),
          async page(after) {
            const { orders: items, next } = await partner.ordersOn(day, after);
            return { items, next };
          },
          compare: (order) => findings.addOrder(order),
        });
      }),
      read<string>({
        name: 'the jobs',
        async page(after) {
          const { ids: items, next } = await paidOnDay(deps.jobs, day, after);
          return { items, next };
        },
        compare: (id) => findings.addJob(id),
      }),
    ]);
    const { payments, orders } = findings.missing();
    const lookUpJobs = (ids: readonly string[], compare: Book<string>['compare']) =>
      read<string>({ name: 'the jobs', page: async () => ({ items: ids }), compare });
    await all([
      lookUpJobs(payments, (jobId) => findings.lookUpPayment(jobId)),
      lookUpJobs(orders, (jobId) => findings.lookUpOrder(jobId)),
    ]);
  } catch (error) {
    if (error instanceof OutOfTime) return 'out of time';
    throw error;
  }
  const reasons = [...findings.unread].map((name) => `${name} could not be read`);
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

/** Waits for all tasks, even if one fails, so that nothing is left running. */
async function all(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

/** Four books for each payment provider, each a quarter of the day. Together they make ten calls a second; Stripe allows 25. */
function paymentBooks(deps: Deps, day: string, findings: Comparison): Book<ProviderPayment>[] {
  const { from, to } = spanOf(day);
  const quarterMs = (to - from) / 4;
  return providersOf(deps).flatMap(([{ name }, provider]) =>
    [0, 1, 2, 3].map((quarter) => ({
      name: findings.paymentBookName(name),
      async page(after?: string) {
        const period = { from: from + quarter * quarterMs, to: from + (quarter + 1) * quarterMs };
        const { payments: items, next } = await provider.paymentsMovedWithin(period, after);
        return { items, next };
      },
      compare: (money) => findings.addPayment(money),
    })),
  );
}

/** Reads and compares a book. Returns false if a page could not be read or compared, even after two retries. */
async function readBook<T>({ clock, log }: Deps, { name, page, compare }: Book<T>, until: number): Promise<boolean> {
  const checkTime = () => {
    if (clock.now() >= until) throw new OutOfTime();
  };
  const pausesMs = [5_000, 30_000];
  let after: string | undefined;
  let failures = 0;
  while (true) {
    try {
      checkTime();
      const { items, next } = await page(after);
      // 20 entries are compared at the same time.
      for (let at = 0; at < items.length; at += 20) {
        checkTime();
        await Promise.all(items.slice(at, at + 20).map(compare));
      }
      if (next === undefined) return true;
      after = next;
      failures = 0;
    } catch (error) {
      if (error instanceof OutOfTime) throw error;
      log.info('audit interrupted', { reason: name, error });
      const pauseMs = pausesMs[failures];
      if (pauseMs === undefined) return false;
      await clock.sleep(pauseMs);
      failures += 1;
    }
  }
}

/** The part of a Lambda context that a function with a deadline needs. */
export interface InvocationContext {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** When to stop starting new pages, Unix ms. The remaining 30 seconds are for finishing a page and reporting the stop. */
export const endOf = (context: InvocationContext, clock: Clock): number =>
  clock.now() + context.getRemainingTimeInMillis() - 30_000;

/** Audits the last day, and missed or unfinished days of the six before it. Starts nothing after `until`, Unix ms. */
export async function auditRecentDays(deps: Deps, until: number): Promise<void> {
  await watchFingerprints(deps);
  const now = deps.clock.now();
  // Runs are stored for 14 days.
  const days = Array.from({ length: 14 }, (_, back) => lastDay(now - back * dayMs));
  const runs = await Promise.all(days.map((day) => runOf(deps, day)));
  const first = runs.findLastIndex((run) => run !== undefined);
  // A partner or the whole service may have been down, so days that were missed are compared for up to a week.
  for (const [back, day] of days.slice(0, 7).entries())
    if (deps.clock.now() < until) await auditDay(deps, day, until, back === 0 || back < first);
}

/** `mayStart`: false for a day before the first audited day, because this service may not have existed yet. */
async function auditDay(deps: Deps, day: string, until: number, mayStart: boolean): Promise<void> {
  const stored = await runOf(deps, day);
  if (stored === undefined && !mayStart) return;
  const reason = stored?.endedAt === undefined ? (await audit(deps, day, until)).unfinishedBecause : undefined;
  const run = (await runOf(deps, day)) ?? stored;
  if (run === undefined) return;
  const now = deps.clock.now();
  // Only a finished audit reports this metric. Its absence raises another alarm.
  if (run.endedAt !== undefined && run.measuredAt === undefined) {
    deps.log.measure('auditDifferences', run.total);
    await updateRun(deps, run, { measuredAt: now });
  }
  // A book that can't be read for six hours raises an alarm.
  const isStopped = run.stoppedAt !== undefined || (reason !== undefined && now - run.createdAt >= 6 * 60 * 60 * 1_000);
  if (isStopped && run.stoppedAt === undefined) {
    deps.log.alarm('audit stopped', { reason });
    await updateRun(deps, run, { stoppedAt: now });
  }
  if ((run.endedAt === undefined && !isStopped) || run.sweptAt !== undefined) return;
  // The sweep runs once a day, no matter what the audit found.
  await sweepBankAccounts(deps, until);
  await updateRun(deps, run, { sweptAt: deps.clock.now() });
}

const updateRun = ({ audits }: Deps, { id }: AuditRun, changes: Partial<AuditRun>) =>
  update(audits, id, (run) => run && { ...run, ...changes });

/** Raises an alarm once for each change of the fingerprint key. */
async function watchFingerprints(deps: Deps): Promise<void> {
  const id = 'audit_fingerprints';
  const now = deps.clock.now();
  const fingerprint = vaultOwner(deps);
  const stored = await deps.fingerprintNotes.get(id);
  const isSame = stored?.fingerprint === fingerprint;
  if (isSame && stored.keepUntil - now > lifetimesMs.job / 2) return;
  if (stored !== undefined && !isSame) deps.log.alarm('the fingerprint key changed');
  const keepUntil = now + lifetimesMs.job;
  const fresh = { id, version: 0, createdAt: now };
  await update(deps.fingerprintNotes, id, (note) => ({ ...(note ?? fresh), keepUntil, fingerprint }));
}
