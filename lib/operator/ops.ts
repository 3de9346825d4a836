/** `npm run ops`: parses the command, calls the `operate` function and prints its response. It needs no partner keys. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import * as z from 'zod/mini';
import { operatorCommands } from '../../shared/web/operator/operate.ts';
import { nearestName } from '../misspelled.ts';
import { stackNameOf } from '../stage.ts';

export interface OpsOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/** Returns the exit code: 1 for a refusal, 2 if the audit has differences. */
export async function runOps({ args, environment, print }: OpsOptions): Promise<0 | 1 | 2> {
  const request = parseOps(args);
  if ('help' in request) {
    print(request.help);
    return 0;
  }
  if ('problem' in request) {
    print(request.problem);
    return 1;
  }
  const result = await resultOf(request, environment).catch((error: unknown) =>
    errorText(error, {
      ResourceNotFoundException:
        'There is no such function: name the stage with --stage, and the region with AWS_REGION.',
      AccessDeniedException: 'Your AWS credentials may not invoke it: they need lambda:InvokeFunction on the function.',
      ...('local' in request.target && {
        ECONNREFUSED: 'The service is no longer running: run npm start, then try again.',
      }),
    }),
  );
  if (typeof result === 'string') {
    print(result);
    return 1;
  }
  // Only a job has an order number, and many empty fields. In the result of an audit, a zero is worth showing.
  const showsAll = request.all || result.order_number === undefined;
  const lines = request.json ? [JSON.stringify(result, null, 2)] : resultLines(result, showsAll);
  for (const line of lines) print(line);
  if (result.ok === false) return 1;
  return result.balanced === false ? 2 : 0;
}

/** The text for an error of a command. `texts`: the command's own, by a part of the error's name or message. */
export function errorText(error: unknown, texts: Readonly<Record<string, string>>): string {
  const { name, message } = error as Error;
  const allTexts = {
    CredentialsProviderError: 'There are no AWS credentials: sign in, or use the service on this machine with --local.',
    'Region is missing': 'In which region does the service run? Set AWS_REGION, or use this machine with --local.',
    ...texts,
  };
  return Object.entries(allTexts).find(([part]) => `${name} ${message}`.includes(part))?.[1] ?? message;
}

/** The text for a flag that Node could not parse. `flags`: the command's own. */
export function flagProblem(error: unknown, flags: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const flag = /--?\w[\w-]*/.exec(message)?.[0] ?? '';
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `${flag} ${message.includes('not take') ? 'takes no value' : 'needs a value'}.`;
  const suggestion = nearestName(flag.replace(/^-+/, ''), flags);
  const hint = suggestion ? `: did you mean --${suggestion}?` : `; the options are --${flags.join(', --')}.`;
  return `${flag} is not an option here${hint}`;
}

type OpsFields = Readonly<Record<string, unknown>>;

async function resultOf(
  { request, target, acts }: ParsedOps,
  environment: OpsOptions['environment'],
): Promise<OpsFields | string> {
  const { client, name, getCaller } =
    'local' in target
      ? await serviceHere(environment)
      : { client: new LambdaClient(noRetries), getCaller: callerOnAws, name: `${stackNameOf(target.stage)}-operate` };
  const payload = JSON.stringify(acts ? { ...request, by: await getCaller() } : request);
  const { Payload, FunctionError } = await client.send(new InvokeCommand({ FunctionName: name, Payload: payload }));
  if (FunctionError !== undefined)
    return 'The operate function failed; its log says where. Run show to see what it did before that. It is safe to repeat.';
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8')) as OpsFields;
}

/** While the service runs, its private folder has its URL and key. */
async function serviceHere({ DATA_DIR = '.local' }: OpsOptions['environment']) {
  const content = await readFile(join(DATA_DIR, 'invoke.json'), 'utf8').catch(() => undefined);
  if (content === undefined)
    throw new Error(`No service runs in ${DATA_DIR}: run npm start, or set DATA_DIR to its folder.`);
  const { url: endpoint, secretKey } = JSON.parse(content) as { readonly url: string; readonly secretKey: string };
  const credentials = { accessKeyId: 'local', secretAccessKey: secretKey };
  const client = new LambdaClient({ ...noRetries, endpoint, region: 'us-east-1', credentials });
  return { client, name: 'operate', getCaller: callerHere };
}

/** A command is never repeated automatically. Without a response, an operator first checks what happened. */
const noRetries = { maxAttempts: 1 } as const;

/**
 * The operator's name in the log, such as `arn:aws:sts::123456789012:assumed-role/operator/ada`. Every identity may read its
 * name without a policy. `config`: set in tests.
 */
export async function callerOnAws(config: STSClientConfig = {}): Promise<string> {
  // A development package, which a server may not have.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { Arn } = await new STSClient(config).send(new GetCallerIdentityCommand());
  if (Arn === undefined) throw new Error('AWS does not say whose credentials these are.');
  return Arn;
}

/** This machine's user. Other characters than these could look like another field of the log. */
export const callerHere = (): string => userInfo().username.replaceAll(/[^\w+=,.@:/-]/g, '_');

/** Prints `says` first and leaves out `ok`, which the exit code shows. Unless `all`, empty and zero fields are left out. */
export function resultLines({ says, ok: _, ...fields }: OpsFields, all = true): string[] {
  const isEmpty = (value: unknown) => (value ?? 0) === 0 || (Array.isArray(value) && value.length === 0);
  const visible = Object.entries(fields).filter(([, value]) => all || !isEmpty(value));
  const width = longest(visible.map(([name]) => name));
  const lines = visible.flatMap(([name, value]) => {
    if (Array.isArray(value)) return ['', `${name}: ${value.length}`, ...tableLines(value.filter(isFields))];
    if (!isFields(value)) return [`${name.padEnd(width)}  ${cell(name, value)}`];
    const innerWidth = longest(Object.keys(value));
    return [
      '',
      `${name}:`,
      ...Object.entries(value).map(([key, each]) => `  ${key.padEnd(innerWidth)}  ${cell(key, each)}`),
    ];
  });
  return [...(typeof says === 'string' ? [says] : []), ...lines];
}

const isFields = (value: unknown): value is OpsFields => typeof value === 'object' && value !== null;

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** Numbers in fields for times are Unix ms. */
const cell = (name: string, value: unknown): string =>
  typeof value === 'number' && /(_at|^at|since)$/.test(name) ? new Date(value).toISOString() : `${value ?? '-'}`;

function tableLines(rows: readonly OpsFields[]): string[] {
  if (rows.length === 0) return [];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(name, row[name])))];
  const widths = names.map((_, at) => longest(lines.map((line) => line[at] ?? '')));
  return lines.map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

/** The parameters of a command in order. A name that ends in `?` is optional. */
function parametersOf({ args }: Command): string[] {
  const members = Object.entries(args.shape).filter(([name]) => name !== 'sure');
  return members.map(([name, member]) => (member instanceof z.ZodMiniOptional ? `${name}?` : name));
}

type Command = (typeof operatorCommands)[string];

const usageOf = (name: string, command: Command): string =>
  [name, ...parametersOf(command).map(placeholder), ...('sure' in command.args.shape ? ['[--sure]'] : [])].join(' ');

const opsHelp = `npm run ops -- COMMAND [--stage NAME | --local] [--json]

${Object.entries(operatorCommands)
  .map(([name, command]) => `  ${usageOf(name, command).padEnd(29)}${command.help.split('\n')[0]}`)
  .join('\n')}
  set-key NAME < FILE          Stores a key on AWS and restarts the functions that use it.
  starts                       How long the functions on AWS took to start in the last week.

help COMMAND explains one command; help options explains where commands run and their exit codes.`;

const optionsHelp = `--stage NAME   The stage on AWS; by default the main one, the stack PrintAndMail. Your AWS credentials need only
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

interface ParsedOps {
  readonly request: Readonly<Record<string, string | boolean | undefined>>;
  /** True if it changes something, so that the log names the caller. */
  readonly acts?: boolean;
  /** A stage on AWS (by default the main one), or the service that `npm start` runs on this machine. */
  readonly target: { readonly stage: string | undefined } | { readonly local: true };
  readonly json: boolean;
  /** True to show fields without a value as well. */
  readonly all: boolean;
}

/** Returns the request, or a message that says what is wrong with it. */
export function parseOps(
  input: readonly string[],
): ParsedOps | { readonly help: string } | { readonly problem: string } {
  const parse = () => parseArgs({ args: [...input], options, allowPositionals: true });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    return { problem: flagProblem(error, Object.keys(options)) };
  }
  const { stage, local, json, sure, all, help: asksForHelp } = parsed.values;
  const [name = 'help', ...args] = parsed.positionals;
  const topic = name === 'help' ? args[0] : name;
  const command = topic !== undefined && Object.hasOwn(operatorCommands, topic) ? operatorCommands[topic] : undefined;
  if (name === 'help' || asksForHelp) {
    if (topic === undefined) return { help: opsHelp };
    if (topic === 'options') return { help: optionsHelp };
    if (command !== undefined) return { help: `npm run ops -- ${usageOf(topic, command)}\n\n${command.help}` };
  }
  // `find`: the text may have spaces, as in a copied order number. A day at the end is a separate argument.
  const hasDay = args.length > 1 && /^\d{4}-\d\d?-\d\d?$|^\d\d?\/\d\d?\/\d+$/.test(args.at(-1) ?? '');
  const texts = hasDay ? args.slice(0, -1) : args;
  const textAndDay = [texts.join(' '), ...args.slice(texts.length)].filter(Boolean);
  const values = name === 'find' ? textAndDay : args;
  if (command === undefined) return { problem: `There is no command ${topic}: npm run ops -- help lists them all.` };
  if (local && stage !== undefined) return { problem: 'Give only one of --stage NAME and --local.' };
  const target = local ? { local } : { stage };
  if (sure && !('sure' in command.args.shape))
    return { problem: `--sure is only for resubmit and refund: ${name} doesn't need it.` };
  const parameters = parametersOf(command);
  const required = parameters.filter((each) => !each.endsWith('?'));
  if (values.length < required.length || values.length > parameters.length)
    return { problem: `Usage: npm run ops -- ${[name, ...parameters.map(placeholder)].join(' ')}` };
  const namedValues = values.map((value, index) => [(parameters[index] ?? '').replace('?', ''), value] as const);
  const request = { command: name, ...Object.fromEntries(namedValues), sure };
  return { request, acts: command.acts, target, json, all };
}

function placeholder(name: string): string {
  const word = name.replace('_id', '').replace('?', '').toUpperCase();
  return name.endsWith('?') ? `[${word}]` : word;
}
