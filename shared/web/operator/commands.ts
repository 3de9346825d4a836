/** The one table of the operator's commands: what each takes, its help text, and what it does. */
import * as z from 'zod/mini';
import { traitKinds } from '../../domain/fraud.ts';
import { holdReasons, park, redrive, refundCommand, resubmit } from './operate-act.ts';
import { find, stuck } from './operate-find.ts';
import { type OperatorDeps, type OperatorResult, reconcileDay, showLife } from './operate-show.ts';
import { stopActs, stopListCommand } from './operate-stops.ts';

interface OperatorCommand {
  /** It changes something, so the log names who ran it. */
  readonly acts: boolean;
  /** On the command line they keep this order, without `sure`. */
  readonly args: z.ZodMiniObject;
  readonly help: string;
  /** `until`: when the answer is due, Unix ms. */
  run(
    deps: OperatorDeps,
    args: Readonly<Record<string, unknown>>,
    until: number,
  ): Promise<OperatorResult> | OperatorResult;
}

const command = <A extends z.core.$ZodShape>({
  args,
  ...rest
}: Omit<OperatorCommand, 'args' | 'run'> & {
  readonly args: A;
  run(deps: OperatorDeps, args: z.infer<z.ZodMiniObject<A>>, until: number): Promise<OperatorResult> | OperatorResult;
}): OperatorCommand => ({ ...rest, args: z.object(args) });

const job_id = z.string();
const sure = z.optional(z.boolean());

/** Accepts only the form 2026-11-21, and only dates that exist. */
const day = z.optional(
  z.string().check(
    z.refine((text) => {
      const at = Date.parse(`${text}T00:00:00Z`);
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
    }, 'DAY is a date in UTC that is over: 2026-11-21.'),
  ),
);

export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  show: command({
    acts: false,
    args: { job_id },
    help: "The life of a job: its status, its money, its partner's id, what it waits for and until\nwhen, and who was notified of its events. No names, addresses or contents.",
    run: (deps, { job_id }) => showLife(deps, job_id),
  }),
  find: command({
    acts: false,
    args: { anything: z.string(), day },
    help: "The job of anything that a payer or a partner can name: a pay link or its code, an order number\n(also as a card statement prints it), a payment page cs_…, a payment pi_…, a partner's id.\nA check's number, a fax number and a receipt's id are searched for among the jobs that were paid\nwithin a week, or on DAY. Names, addresses and card numbers cannot be searched for.",
    run: (deps, { anything, day }, until) => find(deps, anything, day, until),
  }),
  stuck: command({
    acts: false,
    args: {},
    help: 'Which jobs wait for fulfillment, for a refund, for a person: product, money, since when, tries, next\ntry and reason. The longest waiting is first.',
    run: stuck,
  }),
  reconcile: command({
    acts: false,
    args: { day },
    help: 'Holds payments, jobs and partner orders of a day against one another and prints what differs.\nDAY is a date in UTC, 2026-11-21; without it, yesterday once that has been over for an hour.\nA large day says how far it has come. Stopped by Ctrl+C, it goes on when it is typed again. It changes\nno job, payment or order.',
    run: (deps, { day }, until) => reconcileDay(deps, day, until),
  }),
  redrive: command({
    acts: true,
    args: { job_id },
    help: 'Does now what is owed later: the next try, the next look at the partner, the refund. Nothing is\nsubmitted twice: the partner is queried for the order first, as before every retry.',
    run: (deps, { job_id }) => redrive(deps, job_id),
  }),
  park: command({
    acts: true,
    args: { job_id, reason: z.enum(holdReasons, `REASON is one of ${holdReasons.join(', ')}: it is logged.`) },
    help: `Stops a paid job before a partner has it, until a person decides.\nREASON is one of ${holdReasons.join(', ')}. Free text\nis not accepted because it is logged.`,
    run: (deps, { job_id, reason }) => park(deps, job_id, reason),
  }),
  resubmit: command({
    acts: true,
    args: { job_id, sure },
    help: 'A parked job goes on: it is sent to the partner. The partner is queried first; if it has the order\nafter all, the job is fulfilled and nothing is sent again.',
    run: (deps, { job_id, sure = false }) => resubmit(deps, job_id, sure),
  }),
  refund: command({
    acts: true,
    args: { job_id, sure },
    help: 'Ends the job and gives the money back, where nothing is mailed or sent: what a partner holds is\nstopped first, and only what it has stopped is paid back. What is mailed is not refunded here: the\nanswer says what to do at the payment provider.',
    run: (deps, { job_id, sure = false }) => refundCommand(deps, job_id, sure),
  }),
  'stop-list': command({
    acts: true,
    args: {
      act: z.enum(stopActs, `ACT is ${stopActs.join(', ')}.`),
      kind: z.optional(z.enum(traitKinds, `KIND is one of ${traitKinds.join(', ')}.`)),
      whom: z.optional(z.string().check(z.maxLength(300, 'WHOM has 300 characters at most.'))),
    },
    help: `New orders with a trait on this list are refused, and paid ones wait for a person (parked).\nACT is add, remove or show, KIND one of ${traitKinds.join(', ')}.\nWHOM is an order number, for that trait of it (name and address: of its recipient); or a name, an address in one line, a\nfax number, an IP address, an e-mail address; or the digits that show prints. Only keyed digests are kept.`,
    run: stopListCommand,
  }),
};
