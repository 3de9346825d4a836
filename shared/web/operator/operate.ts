/** The operator's commands, with the arguments, help and action of each, and `operate`, which runs them. */
import * as z from 'zod/mini';
import { traitKinds } from '../../domain/fraud.ts';
import { isId } from '../../domain/ids.ts';
import { refusalOf } from '../../domain/refusal.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { audit } from '../../orders/audit/audit.ts';
import { lastDay } from '../../orders/audit/audit-compare.ts';
import { park, redrive, refundCommand, resubmit } from './operate-act.ts';
import { find, jobIdOf, stuck } from './operate-find.ts';
import { type OperatorResult, refused, showJob } from './operate-show.ts';
import { stopListCommand } from './operate-stops.ts';

interface OperatorCommand {
  /** Whether it changes something. Then the log must say who ran it. */
  readonly acts: boolean;
  /** In the order of the command line, except for `sure`, which is an option. */
  readonly args: z.ZodMiniObject;
  readonly help: string;
  /** `deadline`: when the result is due, Unix ms. */
  run(deps: NotifyDeps, args: Readonly<Record<string, unknown>>, deadline: number): Promise<OperatorResult>;
}

const command = <A extends z.core.$ZodShape>({
  args,
  ...rest
}: Omit<OperatorCommand, 'args' | 'run'> & {
  readonly args: A;
  run(deps: NotifyDeps, args: z.infer<z.ZodMiniObject<A>>, deadline: number): Promise<OperatorResult>;
}): OperatorCommand => ({ ...rest, args: z.object(args) });

/** Reasons to park a job. The list is closed, because reasons are logged and free text may mention a person. */
const parkReasons = ['fraud', 'content', 'payer', 'partner', 'other'] as const;

const job_id = z.string();
const sure = z.optional(z.boolean());

/** Accepts only the format 2026-11-21, and only dates that exist. */
const day = z.optional(
  z.string().check(
    z.refine((text) => {
      const at = Date.parse(`${text}T00:00:00Z`);
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
    }, 'DAY must be a date in UTC, for example 2026-11-21.'),
  ),
);

export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  show: command({
    acts: false,
    args: { job_id },
    help: "The status and history of one job.\nAlso its money, its partner's id, what it is waiting for and until when, and who was notified.\nNo names, addresses or contents. --all also shows fields that are not set.",
    run: (deps, { job_id }) => showJob(deps, job_id),
  }),
  find: command({
    acts: false,
    args: { number: z.string(), day },
    help: "The job for a number or link from a payer.\nA pay link or its code, an order number (also as a card statement prints it), a payment page cs_…,\na payment pi_…, a partner's id. It searches jobs paid within a week, or on DAY, for the number of a\ncheck or fax, or the id of a receipt. It can't search for names, addresses or card numbers.",
    run: (deps, { number, day }, deadline) => find(deps, number, day, deadline),
  }),
  stuck: command({
    acts: false,
    args: {},
    help: 'Which jobs are waiting, for what and why; longest first.\nJobs that are waiting for fulfillment, a refund or a person: product, money, since when, tries, next\ntry and reason.',
    run: stuck,
  }),
  reconcile: command({
    acts: false,
    args: { day },
    help: 'Differences between the payments, jobs and orders of a day.\nDAY is a date in UTC, for example 2026-11-21; without it, the last day that has been over for an hour.\nA large day reports its progress. After Ctrl+C, type it again to continue. It changes no job, payment or\norder.',
    run: (deps, { day }, deadline) => reconcileDay(deps, day, deadline),
  }),
  redrive: command({
    acts: true,
    args: { job_id },
    help: 'Does the next step of a job now, before it is due.\nThe next try, the next status check, the refund. Nothing is submitted twice: the partner is asked for\nthe order first, as before every retry.',
    run: (deps, { job_id }) => redrive(deps, job_id),
  }),
  park: command({
    acts: true,
    args: { job_id, reason: z.enum(parkReasons, `REASON is one of ${parkReasons.join(', ')}: it is logged.`) },
    help: `Stops a paid job until a person decides.\nOnly before a partner has it. REASON is one of ${parkReasons.join(', ')}. Free text\nis not accepted because it is logged.`,
    run: (deps, { job_id, reason }) => park(deps, job_id, reason),
  }),
  resubmit: command({
    acts: true,
    args: { job_id, sure },
    help: 'Sends a parked job to the partner.\nThe partner is asked first; if it has the order after all, the job is fulfilled and nothing is sent\nagain.',
    run: (deps, { job_id, sure = false }) => resubmit(deps, job_id, sure),
  }),
  refund: command({
    acts: true,
    args: { job_id, sure },
    help: 'Ends a job that was not mailed or sent, and refunds it.\nIf a partner has the order, it is stopped first, and refunded only if that works. What was mailed or\nsent is not refunded here: the response says what to do at the payment provider.',
    run: (deps, { job_id, sure = false }) => refundCommand(deps, job_id, sure),
  }),
  'stop-list': command({
    acts: true,
    args: {
      act: z.enum(['add', 'remove', 'show'], 'ACT must be add, remove or show.'),
      kind: z.optional(z.enum(traitKinds, `KIND is one of ${traitKinds.join(', ')}.`)),
      whom: z.optional(z.string().check(z.maxLength(300, 'WHOM has at most 300 characters.'))),
    },
    help: `Lists people, accounts and networks whose orders are refused.\nNew orders with a trait on this list are refused, and paid ones wait for a person (parked).\nACT is add, remove or show, KIND one of ${traitKinds.join(', ')}.\nWHOM is an order number, for the KIND that the order has (name and address: of its recipient);\nor the name, address on one line, fax number, IP address or email address itself; or the digits that\nshow prints. Only keyed digests are stored.`,
    run: stopListCommand,
  }),
};

/** Runs a command, and logs it with the person who runs it. `deadline`: when the result is due, Unix ms. */
export async function operate(deps: NotifyDeps, raw: unknown, deadline: number): Promise<OperatorResult> {
  const commandRequest = z.object({
    command: z.enum(Object.keys(operatorCommands)),
    // The person who runs it, according to the caller: the ARN of `sts:GetCallerIdentity`, or a user of this machine. It is logged, so
    // we refuse free text.
    by: z.optional(
      z.string().check(z.regex(/^[\w+=,.@:/-]{1,300}$/, 'BY is an ARN or the name of a user: it is logged.')),
    ),
  });
  const request = commandRequest.safeParse(raw);
  const { args: schema, run } = operatorCommands[request.data?.command ?? ''] ?? {};
  const read = schema?.safeParse(raw) ?? request;
  if (!request.success || run === undefined || !read.success)
    return refused(read.error?.issues.map(({ message }) => message).join(' ') ?? '');
  const { job_id: typedId } = read.data as { readonly job_id?: unknown };
  try {
    // Operators may also type an order number, as in the log, or a pay link, which payers have.
    const jobId = typeof typedId === 'string' ? ((await jobIdOf(deps, typedId)) ?? typedId) : undefined;
    const args: Readonly<Record<string, unknown>> = { ...read.data, ...(jobId !== undefined && { job_id: jobId }) };
    deps.log.info(`operator: ${request.data.command}`, {
      jobId: jobId !== undefined && isId('job', jobId) ? jobId : undefined,
      reason: args.reason as string | undefined,
      code: args.sure ? 'sure' : undefined,
      operator: request.data.by,
    });
    return await run(deps, args, deadline);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    // After an overload, the original error says what was throttled.
    if (refusal !== error) deps.log.info('refused', { code: refusal.code, error });
    return refused(
      refusal.code === 'not_found'
        ? 'There is no job with this id, order number or pay link: find takes other numbers and links from a payer.'
        : refusal.message,
    );
  }
}

async function reconcileDay(deps: NotifyDeps, day: string | undefined, deadline: number): Promise<OperatorResult> {
  const now = deps.clock.now();
  if (day !== undefined && day > lastDay(now))
    return refused('That day has not been over for an hour yet: books may still differ. Reconcile it later.');
  // At most five minutes, because connections that stay silent for longer may be cut.
  const result = await audit(deps, day ?? lastDay(now), Math.min(deadline, now + 5 * 60_000));
  const { day: audited, unfinishedBecause, differences, total, ...counts } = result;
  const summary = total === 0 ? 'No differences' : `${total} ${total === 1 ? 'difference' : 'differences'}`;
  return {
    ok: true,
    says:
      unfinishedBecause === undefined
        ? `${summary} on ${audited}.`
        : `${summary} on ${audited}, but it is not finished: ${unfinishedBecause}. Run it again.`,
    balanced: total === 0 && unfinishedBecause === undefined,
    ...counts,
    differences,
  };
}
