/** Reads the words after `npm run ops --` into a request to the service's `operate` function. */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { operatorCommands } from '../../../shared/web/operator/commands.ts';
import { isStage, stackNameOf, stageForm } from '../../stage.ts';

type OpsCommand = (typeof operatorCommands)[string];

export interface TypedCommand {
  readonly request: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether it changes something, so that the log names who asked for it. */
  readonly acts?: boolean;
  /** The service to ask: a stack on AWS, by its name, or the one that `npm start` runs on this machine. */
  readonly at: { readonly stack: string } | { readonly local: true };
  readonly json: boolean;
}

/** The arguments of a command in the order of typing; a name that ends in `?` is optional. */
function takes({ args }: OpsCommand): string[] {
  const members = Object.entries(args.shape).filter(([name]) => name !== 'sure');
  return members.map(([name, member]) => (member instanceof z.ZodMiniOptional ? `${name}?` : name));
}

const margin = ' '.repeat(23);

/** Sets a text beside the word that it explains. */
const explained = (word: string, text: string): string => {
  const start = `  ${word}`;
  const gap = start.length < margin.length ? ' '.repeat(margin.length - start.length) : `\n${margin}`;
  return start + gap + text.replaceAll('\n', `\n${margin}`);
};

const helpOn = (acts: boolean): string =>
  Object.entries(operatorCommands)
    .filter(([, command]) => command.acts === acts)
    .map(([name, command]) => explained([name, ...takes(command).map(shownAs)].join(' '), command.help))
    .join('\n');

export const opsHelp = `npm run ops -- COMMAND [--stage NAME | --stack NAME | --local] [--json]

Looks
${helpOn(false)}

Acts
${helpOn(true)}

  --sure               With resubmit and refund, where the partner does not say whether it has the order: you have looked
                       it up in the partner's dashboard, and it is not there. Also to resubmit a disputed job.

Where
  --stage NAME         The stage on AWS, by your AWS credentials; without it, the main one, the stack PrintAndMail. They
                       need nothing but lambda:InvokeFunction on the function PrintAndMail-NAME-operate, or
                       PrintAndMail-operate. OPERATE_FUNCTION names another function.
  --stack NAME         The same by the name of the stack, where it is another.
  --local              The service that npm start runs on this machine, by its DATA_DIR.
  --json               Prints the answer as JSON.

Ends with 0 when it is done, with 1 when it was refused, and with 2 when reconcile has found differences or could not
finish. Dead letters are no lost jobs: what is due is found every minute all the same. When what they failed at is
mended: aws sqs start-message-move-task --source-arn ARN-OF-THE-DEAD-LETTER-QUEUE`;

const options = {
  stage: { type: 'string' },
  stack: { type: 'string' },
  local: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  sure: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Returns the request, or a sentence that says what is wrong with it. */
export function typed(given: readonly string[]): TypedCommand | 'help' | { readonly problem: string } {
  const parsed = parse(given);
  if (typeof parsed === 'string') return misplaced(parsed);
  const { json, sure, help: asksForHelp } = parsed.values;
  const [name = 'help', ...values] = parsed.positionals;
  if (name === 'help' || asksForHelp) return 'help';
  const command = operatorCommands[name];
  if (command === undefined) return { problem: `There is no command ${name}: npm run ops -- help lists them all.` };
  const at = placeOf(parsed.values);
  if ('problem' in at) return at;
  if (sure && !('sure' in command.args.shape))
    return { problem: `--sure is for resubmit and refund: ${name} needs no overruling.` };
  const taken = takes(command);
  const needed = taken.filter((each) => !each.endsWith('?'));
  if (values.length < needed.length || values.length > taken.length)
    return { problem: `It is npm run ops -- ${[name, ...taken.map(shownAs)].join(' ')}.` };
  const named = values.map((value, at) => [(taken[at] ?? '').replace('?', ''), value] as const);
  return { request: { command: name, ...Object.fromEntries(named), sure }, acts: command.acts, at, json };
}

/** Returns the parsed words, or the flag that does not fit, which Node names first in its message. */
function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    return /--?\w[\w-]*/.exec((error as Error).message)?.[0] ?? '';
  }
}

const misplaced = (flag: string) => ({
  problem: `${flag} does not go there: give one of --stage NAME, --stack NAME and --local.`,
});

type Flags = { readonly stage?: string; readonly stack?: string; readonly local?: boolean };

function placeOf({ stage, stack, local }: Flags): TypedCommand['at'] | { readonly problem: string } {
  const flags = Object.entries({ '--stage': stage, '--stack': stack, '--local': local });
  const [first, second] = flags.filter(([, value]) => value !== undefined);
  if (second !== undefined || first?.[1] === '') return misplaced(`${first?.[0]}`);
  if (local) return { local };
  if (stage !== undefined && !isStage(stage)) return { problem: `${stageForm}: ${stage} is none.` };
  return { stack: stack ?? stackNameOf(stage) };
}

function shownAs(name: string): string {
  const word = name.replace('_id', '').replace('?', '').toUpperCase();
  return name.endsWith('?') ? `[${word}]` : word;
}
