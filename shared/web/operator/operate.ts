/** The operator's commands: a closed list. Each returns a value, and a refusal is a sentence with its cure. */

import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { audit } from '../../orders/audit/audit.ts';
import { lastDay } from '../../orders/audit/audit-rules.ts';
import { operatorCommands, operatorName, type Request } from './commands.ts';
import { park, redrive, refundCommand, resubmit } from './operate-act.ts';
import { find, jobIdOf } from './operate-find.ts';
import { type OperatorResult, refused } from './operate-result.ts';
import { type OperatorDeps, showLife } from './operate-show.ts';
import { stopListCommand } from './operate-stops.ts';
import { stuck } from './operate-stuck.ts';

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
