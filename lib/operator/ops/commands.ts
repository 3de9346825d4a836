/** What an operator may type after `npm run ops --`, read into what the service's `operate` function is asked. */
import { parseArgs } from 'node:util';

type Request = Readonly<Record<string, string | boolean>>;

export interface Typed {
  readonly request: Request;
  /** Where to ask: a stack on AWS, by its name, or the service that `npm start` runs on this machine. */
  readonly at: { readonly stack: string } | { readonly local: true };
  readonly json: boolean;
}

interface Command {
  /** Names of what follows the command; one that ends in `?` may be left out. */
  readonly takes: readonly string[];
  /** Whether a person may overrule what the service cannot find out: `--sure`. */
  readonly sure?: true;
}

/** The closed list; `shared/operations/operate.ts` holds the same one. */
const commands: Readonly<Record<string, Command>> = {
  show: { takes: ['job_id'] },
  stuck: { takes: [] },
  redrive: { takes: ['job_id'] },
  park: { takes: ['job_id', 'reason'] },
  resubmit: { takes: ['job_id'], sure: true },
  refund: { takes: ['job_id'], sure: true },
  reconcile: { takes: ['day?'] },
};

export const help = `npm run ops -- COMMAND [--stack NAME | --local] [--json]

Looks
  show JOB             The life of a job: where it stands, its money, its partner's id, what it waits for and until
                       when. No names, addresses or contents.
  stuck                Which jobs wait for fulfillment, for a refund, for a person: the longest waiting first.
  reconcile [DAY]      Holds payments, jobs and partner orders of a day against one another and prints what differs.
                       DAY is a date in UTC, 2026-11-21; without it, yesterday once that has been over for an hour.
                       It changes nothing.

Acts
  redrive JOB          Does now what is owed later: the next try, the next look at the partner, the refund. Nothing is
                       submitted twice: the partner is asked for the order first, as before every retry.
  park JOB REASON      Stops a paid job before a partner has it, until a person decides. REASON is one of fraud, content,
                       payer, partner, other: it stands in the log, so it holds no words of your own.
  resubmit JOB         A parked job goes on: it is handed to the partner. The partner is asked first; if it has the order
                       after all, the job is fulfilled and nothing is sent again.
  refund JOB           Ends the job and gives the money back, where nothing is mailed or sent: what a partner holds is
                       stopped first, and only what it has stopped is paid back. What is mailed is not refunded here: the
                       answer says what to do at the payment provider.
  --sure               With resubmit and refund, where the partner does not say whether it has the order: you have looked
                       it up in the partner's dashboard, and it is not there. Also to resubmit a disputed job.

Where
  --stack NAME         The stack on AWS, by your AWS credentials; without it, PrintAndMail. They need nothing but
                       lambda:InvokeFunction on the function NAME-operate. OPERATE_FUNCTION names another function.
  --local              The service that npm start runs on this machine, by its DATA_DIR.
  --json               Prints the answer as JSON.

Ends with 0 when it is done, with 1 when it was refused, and with 2 when reconcile has found differences or could not
finish. Dead letters are no lost jobs: what is due is found every minute all the same. When what they failed at is
mended: aws sqs start-message-move-task --source-arn ARN-OF-THE-DEAD-LETTER-QUEUE`;

const options = {
  stack: { type: 'string' },
  local: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  sure: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** What was typed, or the sentence that says what is wrong with it. */
export function typed(given: readonly string[]): Typed | 'help' | { readonly problem: string } {
  const parsed = parse(given);
  if (typeof parsed === 'string') return misplaced(parsed);
  const { json, local, sure, stack, help: asksForHelp } = parsed.values;
  const [name = 'help', ...values] = parsed.positionals;
  if (name === 'help' || asksForHelp) return 'help';
  const command = commands[name];
  if (command === undefined) return { problem: `There is no command ${name}: npm run ops -- help lists them all.` };
  if ((stack !== undefined && local) || stack === '') return misplaced('--stack');
  if (sure && !command.sure) return { problem: `--sure is for resubmit and refund: ${name} needs no overruling.` };
  const needed = command.takes.filter((each) => !each.endsWith('?'));
  if (values.length < needed.length || values.length > command.takes.length)
    return { problem: `It is npm run ops -- ${[name, ...command.takes.map(shownAs)].join(' ')}.` };
  const named = values.map((value, at) => [(command.takes[at] ?? '').replace('?', ''), value] as const);
  return {
    request: { command: name, ...Object.fromEntries(named), ...(sure ? { sure } : {}) },
    at: local ? { local } : { stack: stack ?? 'PrintAndMail' },
    json,
  };
}

/** The words apart, or the flag that does not fit: Node names it first in its message. */
function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    return /--?\w[\w-]*/.exec((error as Error).message)?.[0] ?? '';
  }
}

const misplaced = (flag: string) => ({
  problem: `${flag} does not go there: give --stack NAME or --local, not both.`,
});

const shownAs = (name: string): string => {
  const word = name.replace('_id', '').replace('?', '').toUpperCase();
  return name.endsWith('?') ? `[${word}]` : word;
};
