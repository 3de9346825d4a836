/** `npm run ops`: reads the typed words, calls the `operate` function and prints its answer. It holds no partner key. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import * as z from 'zod/mini';
import { operatorCommands } from '../../shared/web/operator/operate.ts';
import { nearest } from '../misspelled.ts';
import { isStage, stackNameOf, wrongStage } from '../stage.ts';

export interface OpsOptions {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/** Returns the exit code: 1 for a refusal, 2 if the audit has differences. */
export async function ops(options: OpsOptions): Promise<0 | 1 | 2> {
  const { words, print } = options;
  const request = typed(words);
  const end = <C>(code: C, ...lines: readonly string[]): C => {
    for (const line of lines) print(line);
    return code;
  };
  if ('help' in request) return end(0, request.help);
  if ('problem' in request) return end(1, request.problem);
  const answer = await answerTo(request, options.environment).catch((error: unknown) =>
    sentenceOf(error, {
      ResourceNotFoundException:
        'There is no such function: name the stage with --stage, and the region with AWS_REGION.',
      AccessDeniedException: 'Your AWS credentials may not invoke it: they need lambda:InvokeFunction on the function.',
      ECONNREFUSED: 'Nobody listens there any more: npm start, and ask again.',
    }),
  );
  if (typeof answer === 'string') return end(1, answer);
  const balance = answer.balanced === false ? 2 : 0;
  const code = answer.ok === false ? 1 : balance;
  // Many fields of a job may be empty. In the result of an audit, a zero says something.
  const isWhole = request.all || answer.order_number === undefined;
  return end(code, ...(request.json ? [JSON.stringify(answer, null, 2)] : resultLines(answer, isWhole)));
}

/** The sentence for an error of a command; `cures` has those of one command, by a sign in the error's name or message. */
export function sentenceOf(error: unknown, cures: Readonly<Record<string, string>>): string {
  const { name, message } = error as Error;
  const sentences = {
    CredentialsProviderError: 'There are no AWS credentials: sign in, or ask the service on this machine with --local.',
    'Region is missing': 'In which region does the service run? Set AWS_REGION, or ask on this machine with --local.',
    ...cures,
  };
  return Object.entries(sentences).find(([sign]) => `${name} ${message}`.includes(sign))?.[1] ?? message;
}

/** The sentence for a flag that Node could not parse; `flags`: those of the command. */
export function flagProblem(error: unknown, flags: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const flag = /--?\w[\w-]*/.exec(message)?.[0] ?? '';
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `${flag} ${message.includes('not take') ? 'takes no value' : 'needs a value'}.`;
  const meant = nearest(flag.replace(/^-+/, ''), flags);
  return `${flag} is not an option here${meant ? `: did you mean --${meant}?` : `; the options are --${flags.join(', --')}.`}`;
}

type OpsFields = Readonly<Record<string, unknown>>;

async function answerTo(
  { request, at, acts }: TypedCommand,
  environment: OpsOptions['environment'],
): Promise<OpsFields | string> {
  const { client, name, by } =
    'local' in at
      ? await serviceHere(environment)
      : { client: new LambdaClient(once), by: () => callerOnAws(), name: `${stackNameOf(at.stage)}-operate` };
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(acts ? { ...request, by: await by() } : request) }),
  );
  if (FunctionError !== undefined)
    return 'The operate function broke down; its log says where. Run show to see what it had begun; it is safe to repeat.';
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8')) as OpsFields;
}

/** While the service runs, its folder holds its address and the key, for its owner alone. */
async function serviceHere({ DATA_DIR = '.local' }: OpsOptions['environment']) {
  const address = await readFile(join(DATA_DIR, 'invoke.json'), 'utf8').catch(() => undefined);
  if (address === undefined)
    throw new Error(`No service runs in ${DATA_DIR}: npm start, or set DATA_DIR to its folder.`);
  const { url: endpoint, secretKey } = JSON.parse(address) as { readonly url: string; readonly secretKey: string };
  const credentials = { accessKeyId: 'local', secretAccessKey: secretKey };
  const client = new LambdaClient({ ...once, endpoint, region: 'us-east-1', credentials });
  return { client, name: 'operate', by: callerHere };
}

/** A command is never repeated automatically: an operator without an answer looks first. */
const once = { maxAttempts: 1 } as const;

/** The name that an act has in the log, `arn:aws:sts::123456789012:assumed-role/operator/ada`. Each identity may ask this; no policy is needed. `config`: of tests. */
export async function callerOnAws(config: STSClientConfig = {}): Promise<string> {
  // Not installed where only the service runs.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { Arn } = await new STSClient(config).send(new GetCallerIdentityCommand());
  if (Arn === undefined) throw new Error('AWS does not say whose credentials these are.');
  return Arn;
}

/** Any other character could look like a second field of the log. */
export const callerHere = (): string => userInfo().username.replaceAll(/[^\w+=,.@:/-]/g, '_');

/** Puts the sentence of `says` first and leaves out `ok`, which the exit code shows, and unless `all`, what is empty or zero. */
export function resultLines({ says, ok: _, ...fields }: OpsFields, all = true): string[] {
  const isEmpty = (value: unknown) => (value ?? 0) === 0 || (Array.isArray(value) && value.length === 0);
  const visible = Object.entries(fields).filter(([, value]) => all || !isEmpty(value));
  const width = longest(visible.map(([name]) => name));
  const lines = visible.flatMap(([name, value]) => {
    if (Array.isArray(value)) return ['', `${name}: ${value.length}`, ...tableLines(value.filter(isFields))];
    if (!isFields(value)) return [`${name.padEnd(width)}  ${cell(name, value)}`];
    const inner = longest(Object.keys(value));
    return [
      '',
      `${name}:`,
      ...Object.entries(value).map(([key, each]) => `  ${key.padEnd(inner)}  ${cell(key, each)}`),
    ];
  });
  return [...(typeof says === 'string' ? [says] : []), ...lines];
}

const isFields = (value: unknown): value is OpsFields => typeof value === 'object' && value !== null;

const longest = (words: readonly string[]): number => Math.max(0, ...words.map(({ length }) => length));

/** Numbers with names of times are Unix ms. */
const cell = (name: string, value: unknown): string =>
  typeof value === 'number' && /(_at|^at|since)$/.test(name) ? new Date(value).toISOString() : `${value ?? '-'}`;

function tableLines(rows: readonly OpsFields[]): string[] {
  if (rows.length === 0) return [];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(name, row[name])))];
  const widths = names.map((_, at) => longest(lines.map((line) => line[at] ?? '')));
  return lines.map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

/** The arguments of a command in the order of typing; a name that ends in `?` is optional. */
function parametersOf({ args }: Command): string[] {
  const members = Object.entries(args.shape).filter(([name]) => name !== 'sure');
  return members.map(([name, member]) => (member instanceof z.ZodMiniOptional ? `${name}?` : name));
}

type Command = (typeof operatorCommands)[string];

const usageOf = (name: string, command: Command): string =>
  [name, ...parametersOf(command).map(shownAs), ...('sure' in command.args.shape ? ['[--sure]'] : [])].join(' ');

const opsHelp = `npm run ops -- COMMAND [--stage NAME | --local] [--json]

${Object.entries(operatorCommands)
  .map(([name, command]) => `  ${usageOf(name, command).padEnd(29)}${command.help.split('\n')[0]}`)
  .join('\n')}
  set-key NAME < FILE          Stores a key on AWS, and restarts the functions that use it.
  starts                       How long the functions on AWS took to start in the last week.

help COMMAND says more about one; help options says where commands run and how they end.`;

const optionsHelp = `--stage NAME   The stage on AWS; without it the main one, the stack PrintAndMail. Your AWS credentials need only
               lambda:InvokeFunction on its function PrintAndMail-operate.
--local        The service that npm start runs on this machine, by its DATA_DIR.
--json         Prints the response as JSON.
--sure         With resubmit and refund, if the partner doesn't say whether it has the order: you have looked in the
               partner's dashboard, and it isn't there. Also to resubmit a disputed job.

The exit code is 0 when it is done, 1 when it was refused, and 2 when reconcile found differences or couldn't finish.`;

const options = {
  stage: { type: 'string' },
  local: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  sure: { type: 'boolean' },
  all: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

interface TypedCommand {
  readonly request: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether it changes something, so that the log names the caller. */
  readonly acts?: boolean;
  /** The service of a stage on AWS (without a name, the main one), or the one that `npm start` runs on this machine. */
  readonly at: { readonly stage: string | undefined } | { readonly local: true };
  readonly json: boolean;
  /** Whether empty lines are shown as well. */
  readonly all: boolean;
}

/** Returns the request, or a sentence that says what is wrong with it. */
export function typed(
  input: readonly string[],
): TypedCommand | { readonly help: string } | { readonly problem: string } {
  const parse = () => parseArgs({ args: [...input], options, allowPositionals: true });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    return { problem: flagProblem(error, Object.keys(options)) };
  }
  const { json, sure, all, help: asksForHelp } = parsed.values;
  const [name = 'help', ...words] = parsed.positionals;
  const topic = name === 'help' ? words[0] : name;
  const command = Object.hasOwn(operatorCommands, `${topic}`) ? operatorCommands[`${topic}`] : undefined;
  if (name === 'help' || asksForHelp) {
    if (topic === undefined) return { help: opsHelp };
    if (topic === 'options') return { help: optionsHelp };
    if (command !== undefined) return { help: `npm run ops -- ${usageOf(topic, command)}\n\n${command.help}` };
  }
  // The text to find may have spaces, as on paper: all words but a day at the end.
  const hasDay = words.length > 1 && /^\d{4}-\d\d?-\d\d?$|^\d\d?\/\d\d?\/\d+$/.test(words.at(-1) ?? '');
  const toFind = (hasDay ? words.slice(0, -1) : words).join(' ');
  const textAndDay = [...(toFind === '' ? [] : [toFind]), ...(hasDay ? words.slice(-1) : [])];
  const values = name === 'find' ? textAndDay : words;
  if (command === undefined) return { problem: `There is no command ${topic}: npm run ops -- help lists them all.` };
  const { stage, local } = parsed.values;
  if (local && stage !== undefined) return { problem: 'Give only one of --stage NAME and --local.' };
  if (stage !== undefined && !isStage(stage)) return { problem: wrongStage(stage) };
  const at = local ? { local } : { stage };
  if (sure && !('sure' in command.args.shape))
    return { problem: `--sure is for resubmit and refund: ${name} needs no overruling.` };
  const parameters = parametersOf(command);
  const needed = parameters.filter((each) => !each.endsWith('?'));
  if (values.length < needed.length || values.length > parameters.length)
    return { problem: `It is npm run ops -- ${[name, ...parameters.map(shownAs)].join(' ')}.` };
  const named = values.map((value, at) => [(parameters[at] ?? '').replace('?', ''), value] as const);
  return { request: { command: name, ...Object.fromEntries(named), sure }, acts: command.acts, at, json, all };
}

function shownAs(name: string): string {
  const word = name.replace('_id', '').replace('?', '').toUpperCase();
  return name.endsWith('?') ? `[${word}]` : word;
}
