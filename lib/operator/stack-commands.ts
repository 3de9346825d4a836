/** The commands of `npm run ops` that read or change the stack itself, with your AWS credentials instead of a function. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  type LambdaClientConfig,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { checkFormats } from '../../shared/config/config.ts';
import { descriptors } from '../../shared/partners/catalogue.ts';
import { nearestName } from '../misspelled.ts';
import { stackNameOf } from '../stage.ts';
import { errorText, flagProblem, type OpsOptions } from './ops.ts';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

type Config = Pick<LambdaClientConfig, 'endpoint' | 'region' | 'credentials'>;

/** Returns the exit code, or undefined for any other command. `config`: set in tests. */
export async function stackCommand(
  { args, print, input }: Pick<OpsOptions, 'args' | 'print'> & { readonly input: Input },
  config: Config = {},
) {
  const commands = ['set-key', 'starts'];
  const options = { stage: { type: 'string' } } as const;
  const parsing = { args: [...args], options, allowPositionals: true } as const;
  const [command = '', topic = ''] = parseArgs({ ...parsing, strict: false }).positionals;
  const asksForHelp = command === 'help' ? commands.includes(topic) : args.includes('--help');
  if (!commands.includes(command) && !(command === 'help' && asksForHelp)) return undefined;
  try {
    if (asksForHelp) {
      print(`On the stack itself, with your AWS credentials
  set-key NAME         Reads a key from standard input, stores it in its secret and restarts the functions that use it:
                       npm run ops -- set-key STRIPE_SECRET_KEY < FILE. Without a file, type it; it isn't shown.
  starts               How long the functions took to start in the last week, according to their logs.`);
      return 0;
    }
    const { values, positionals } = parseArgs(parsing);
    const [, name = '', ...more] = positionals;
    const stack = stackNameOf(values.stage);
    if (command === 'starts' && name !== '') throw new Error('starts takes no arguments: npm run ops -- starts.');
    if (more.length > 0)
      throw new Error('Don’t type a key here, because your shell remembers it: npm run ops -- set-key NAME < FILE.');
    print(command === 'starts' ? await reportStarts(stack, config) : await setKey(stack, name, input, config));
    return 0;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const message = code.startsWith('ERR_PARSE_ARGS')
      ? flagProblem(error, Object.keys(options))
      : errorText(error, {
          CredentialsProviderError: 'There are no AWS credentials: sign in first.',
          'Region is missing': 'In which region is the stack? Set AWS_REGION.',
          ValidationError:
            'There is no such stack: name the stage with --stage, and the region with AWS_REGION. Nothing has changed.',
        });
    const needsPackages = code === 'ERR_MODULE_NOT_FOUND';
    print(needsPackages ? 'This command needs the development packages as well: npm ci.' : message);
    return 1;
  }
}

async function setKey(stack: string, name: string, input: Input, config: Config): Promise<string> {
  const signingKey = 'RECEIPT_SIGNING_KEY';
  const names = [
    ...descriptors.flatMap(({ variables }) => Object.keys(variables).filter((key) => variables[key]?.secretFor)),
    signingKey,
  ];
  if (!names.includes(name)) {
    const suggestion = nearestName(name.toUpperCase(), names);
    const hint = suggestion === undefined ? `name one of ${names.join(', ')}.` : `did you mean ${suggestion}?`;
    throw new Error(`${name === '' ? 'A key is missing' : `${name} isn't a key`}: ${hint}`);
  }
  // Reads the first line without echoing it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: input.isTTY === true });
  const { value: line = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  const key = line.trim();
  if (key === '') throw new Error(`${name} is empty: pass the key on standard input. Nothing has changed.`);
  const [problem] = checkFormats({ [name]: key });
  if (problem !== undefined) throw new Error(`${problem} Nothing has changed.`);
  const lambda = new LambdaClient(config);
  const resources = await resourcesOf(stack, config);
  const functions = await Promise.all(
    (resources['AWS::Lambda::Function'] ?? []).map((FunctionName) =>
      lambda.send(new GetFunctionConfigurationCommand({ FunctionName })),
    ),
  );
  const [arnVariable, fieldsVariable] =
    name === signingKey ? ['SECRET_ARN', 'SECRET_FIELDS'] : ['ISSUED_KEYS_ARN', 'ISSUED_KEYS_FIELDS'];
  const readers = functions.filter(({ Environment }) =>
    Environment?.Variables?.[fieldsVariable]?.split(',').includes(name),
  );
  const SecretId = readers[0]?.Environment?.Variables?.[arnVariable];
  if (SecretId === undefined) throw new Error(`No function of the stack ${stack} reads ${name}. Nothing has changed.`);
  const secrets = new SecretsManagerClient(config);
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: withField(SecretString, name, key) }));
  if (resources['AWS::Lambda::Alias'] !== undefined)
    return `${name} is stored. New versions take over gradually in this stack: deploy with another release to use the key.`;
  // Functions read their keys when they start, and a changed variable restarts them.
  for (const { FunctionName, RevisionId, Environment } of readers) {
    const Variables = { ...Environment?.Variables, KEYS_SINCE: new Date().toISOString() };
    const update = { FunctionName, RevisionId, Environment: { Variables } };
    await lambda.send(new UpdateFunctionConfigurationCommand(update)).catch((error: Error) => {
      throw new Error(
        `${name} is stored, but not all functions have restarted: run the command again. (${error.message})`,
      );
    });
  }
  return `${name} is stored. The functions that read it (${readers.length}) will use it from their next call.`;
}

/** Doesn't show the error of `JSON.parse`, which would print a part of the secret. */
function withField(secret: string, name: string, value: string): string {
  try {
    return JSON.stringify({ ...JSON.parse(secret), [name]: value });
  } catch {
    throw new Error('The secret isn’t JSON: fix it first (docs/deploy.md#keys). Nothing has changed.');
  }
}

/** The physical names of a stack's resources, by type. */
async function resourcesOf(stack: string, config: Config): Promise<Readonly<Record<string, readonly string[]>>> {
  const { CloudFormationClient, paginateListStackResources } = await import('@aws-sdk/client-cloudformation');
  const names: Record<string, string[]> = {};
  const client = new CloudFormationClient(config);
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: stack }))
    for (const { ResourceType = '', PhysicalResourceId = '' } of StackResourceSummaries) {
      names[ResourceType] ??= [];
      names[ResourceType].push(PhysicalResourceId);
    }
  return names;
}

async function reportStarts(stack: string, config: Config): Promise<string> {
  const { CloudWatchLogsClient, paginateFilterLogEvents } = await import('@aws-sdk/client-cloudwatch-logs');
  const client = new CloudWatchLogsClient(config);
  const startTime = Date.now() - 7 * 86_400_000;
  const lines: string[] = [];
  for (const logGroupName of (await resourcesOf(stack, config))['AWS::Logs::LogGroup'] ?? [])
    for await (const { events = [] } of paginateFilterLogEvents(
      { client },
      { logGroupName, startTime, filterPattern: '"Init Duration"' },
    ))
      lines.push(...events.map(({ message = '' }) => message));
  const durations = lines
    .flatMap((line) => /^REPORT .*\tInit Duration: ([\d.]+) ms/.exec(line)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
  if (durations.length === 0)
    return `According to its logs, no function of ${stack} has started in the last seven days.`;
  const percentile = (share: number) => Math.round(durations[Math.ceil(share * durations.length) - 1] ?? 0);
  // docs/performance.md, "On Lambda".
  const promisedMs = 500;
  const result = percentile(0.9) <= promisedMs ? 'met' : 'missed';
  return `${durations.length} starts in seven days: half within ${percentile(0.5)} ms, nine in ten within ${percentile(0.9)} ms (at most ${promisedMs} ms: ${result}).`;
}
