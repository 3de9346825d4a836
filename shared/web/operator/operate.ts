/** Runs an operator's command: each returns a value, and a refusal is a sentence with its cure. */
import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { operatorCommands } from './commands.ts';
import { jobIdOf } from './operate-find.ts';
import { type OperatorDeps, type OperatorResult, refused } from './operate-show.ts';

/** Logs the command with the name of the person who runs it, and runs it. The result is due at `until`, Unix ms. */
export async function operate(deps: OperatorDeps, raw: unknown, until: number): Promise<OperatorResult> {
  const commandRequest = z.object({
    command: z.enum(Object.keys(operatorCommands)),
    // The person who acts, as the caller sends it: the ARN of `sts:GetCallerIdentity`, or a user of this machine. The log
    // holds it, so free text is refused.
    by: z.optional(
      z.string().check(z.regex(/^[\w+=,.@:/-]{1,300}$/, 'BY is an ARN or the name of a user: it is logged.')),
    ),
  });
  const request = commandRequest.safeParse(raw);
  const { args: form, run } = operatorCommands[request.data?.command ?? ''] ?? {};
  const read = form?.safeParse(raw) ?? request;
  if (!request.success || run === undefined || !read.success)
    return refused(read.error?.issues.map(({ message }) => message).join(' ') ?? '');
  const { job_id: name } = read.data as { readonly job_id?: unknown };
  // The log names a job by its order number and a payer by the pay link, so operators do, too.
  const jobId = typeof name === 'string' ? ((await jobIdOf(deps, name)) ?? name) : undefined;
  const args: Readonly<Record<string, unknown>> = { ...read.data, ...(jobId !== undefined && { job_id: jobId }) };
  deps.log.info(`operator: ${request.data.command}`, {
    jobId: jobId !== undefined && isId('job', jobId) ? jobId : undefined,
    reason: args.reason as string | undefined,
    code: args.sure ? 'sure' : undefined,
    operator: request.data.by,
  });
  try {
    return await run(deps, args, until);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(
      error.code === 'not_found'
        ? 'There is no job with this id, order number or pay link: find takes anything else that you have.'
        : error.message,
    );
  }
}
