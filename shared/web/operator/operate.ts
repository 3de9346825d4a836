/** The operator's commands: a closed list. Each returns a value, and a refusal is a sentence with its cure. */
import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import type { State } from '../../domain/job/lifecycle.ts';
import { unreturned, type Wait, waits, wakesAt } from '../../domain/job/waiting.ts';
import { moneyText } from '../../domain/money/money.ts';
import { totalCents } from '../../domain/money/price.ts';
import { Refusal } from '../../domain/refusal.ts';
import { audit } from '../../orders/audit/audit.ts';
import { lastDay } from '../../orders/audit/audit-rules.ts';
import { operatorCommands, operatorName, type Request } from './commands.ts';
import { park, redrive, refundCommand, resubmit } from './operate-act.ts';
import { find, jobIdOf } from './operate-find.ts';
import { type OperatorResult, refused } from './operate-result.ts';
import { type OperatorDeps, showLife } from './operate-show.ts';
import { stopListCommand } from './operate-stops.ts';

/** A job whose day is ahead waits for nobody yet, and stands behind all that do. */
async function stuck({ clock, jobs }: OperatorDeps): Promise<OperatorResult> {
  const mostStuck = 50;
  const found = await Promise.all(
    waits.map(async (wait) => {
      const now = clock.now();
      const waiting = (await jobs.waiting(wait, mostStuck)).filter(({ since }) => since <= now);
      const rows = waiting.map(async ({ id, since }) => rowOf(wait, id, since, await jobs.get(id)));
      return [wait, await Promise.all(rows)] as const;
    }),
  );
  const counted = found.map(
    ([wait, rows]) =>
      `${rows.length}${rows.length === mostStuck ? ' or more' : ''} ${wait === 'person' ? 'for a person' : `for ${wait}`}`,
  );
  return {
    ok: true,
    says: `Waiting: ${counted.join(', ')}; the longest first.`,
    // A table without rows would say no more than the line above.
    ...Object.fromEntries(found.filter(([, rows]) => rows.length > 0)),
  };
}

/** The table of waits is behind the jobs for a moment, so a job may have gone on, or have been forgotten. */
function rowOf(wait: Wait, id: string, since: number, job: Job | undefined) {
  if (job === undefined) return { job_id: id, since };
  const [surplus] = wait === 'refund' && job.refund !== 'pending' ? unreturned(job) : [];
  const money = surplus ?? job.payment ?? { amountCents: totalCents(job.price), currency: job.price.currency };
  return {
    job_id: id,
    product: job.product,
    money: moneyText(money.amountCents, money.currency),
    since,
    tries: surplus?.tries ?? job.tries,
    next_try_at: wait === 'person' ? undefined : wakesAt(job),
    reason: surplus === undefined ? (job.error ?? reasons[job.state]) : 'It was paid, and the job does not need it.',
  };
}

/** The sentences on jobs that only the work itself holds up. */
const reasons: Readonly<Partial<Record<State, string>>> = {
  paid: 'It has not been handed over yet.',
  submitting: 'The partner has not said yet whether it takes it.',
  cancelling: 'It is being cancelled.',
  parked: 'A person stopped it.',
  cancelled: 'It was cancelled, and the refund is not confirmed yet.',
};

const named = z.object({
  command: z.enum(Object.keys(operatorCommands) as (keyof typeof operatorCommands)[]),
  by: operatorName,
});

/** Parses the command. Returns the request and who makes it, or the issues if it is not valid. */
function read(
  raw: unknown,
): { readonly typed: Request; readonly by: string | undefined } | readonly z.core.$ZodIssue[] {
  const found = named.safeParse(raw);
  if (!found.success) return found.error.issues;
  const request = operatorCommands[found.data.command].asks.safeParse(raw);
  return request.success ? { typed: request.data, by: found.data.by } : request.error.issues;
}

/** The log names a job by its order number and a payer by the pay link, so operators do, too. */
async function byId(deps: OperatorDeps, request: Request): Promise<Request> {
  if (!('job_id' in request)) return request;
  return { ...request, job_id: (await jobIdOf(deps, request.job_id)) ?? request.job_id };
}

/** Logs the command with the name that the caller gives, and runs it. The answer is due at `until`, Unix ms. */
export async function operate(deps: OperatorDeps, raw: unknown, until: number): Promise<OperatorResult> {
  const asked = read(raw);
  if ('length' in asked) return refused(asked.map(({ message }) => message).join(' '));
  const request = await byId(deps, asked.typed);
  deps.log.info(`operator: ${request.command}`, {
    jobId: 'job_id' in request && isId('job', request.job_id) ? request.job_id : undefined,
    reason: 'reason' in request ? request.reason : undefined,
    code: 'sure' in request && request.sure ? 'sure' : undefined,
    operator: asked.by,
  });
  try {
    return await answer(deps, request, until);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(
      error.code === 'not_found'
        ? 'There is no job of this id, order number or pay link: find takes whatever else you have.'
        : error.message,
    );
  }
}

function answer(deps: OperatorDeps, request: Request, until: number): Promise<OperatorResult> | OperatorResult {
  switch (request.command) {
    case 'show':
      return showLife(deps, request.job_id);
    case 'find':
      return find(deps, request.anything, request.day, until);
    case 'stuck':
      return stuck(deps);
    case 'redrive':
      return redrive(deps, request.job_id);
    case 'park':
      return park(deps, request.job_id, request.reason);
    case 'resubmit':
      return resubmit(deps, request.job_id, request.sure ?? false);
    case 'refund':
      return refundCommand(deps, request.job_id, request.sure ?? false);
    case 'stop-list':
      return stopListCommand(deps, request);
    case 'reconcile':
      return reconciled(deps, request.day, until);
  }
}

/** Connections that are silent for much longer are cut on their way. */
const reconcilingMs = 5 * 60_000;

async function reconciled(deps: OperatorDeps, day: string | undefined, until: number): Promise<OperatorResult> {
  const now = deps.clock.now();
  if (day !== undefined && day > lastDay(now))
    return refused('That day has not been over for an hour yet: books may still differ. Reconcile it later.');
  const result = await audit(deps, day ?? lastDay(now), Math.min(until, now + reconcilingMs));
  const { day: audited, stoppedAt, differences, total, ...counts } = result;
  const found = total === 0 ? 'No differences' : `${total} ${total === 1 ? 'difference' : 'differences'}`;
  return {
    ok: true,
    says:
      stoppedAt === undefined
        ? `${found} on ${audited}.`
        : `${found} on ${audited}, but it is not finished: it stopped at ${stoppedAt}. Run it again.`,
    balanced: total === 0 && stoppedAt === undefined,
    ...counts,
    differences,
  };
}
