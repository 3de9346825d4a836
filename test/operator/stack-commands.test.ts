/** `npm run ops -- set-key` and `starts` with a fake of CloudFormation, Lambda, Secrets Manager and CloudWatch Logs. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stackCommand } from '../../lib/operator/stack-commands.ts';

type Fields = Record<string, unknown>;

/** The resources of the stack, as pairs of type and name. */
let resources: [string, string][] = [];
let secrets: Record<string, string> = {};
/** The lines of each log group, as Lambda wrote them. */
let logs: Record<string, string[]> = {};
const updated: Fields[] = [];
/** True while Lambda refuses to update a function, because another update is running. */
let isUpdating = false;
/** The stacks whose resources were listed. */
const listedStacks: string[] = [];

const environments: Record<string, Fields> = {
  create: { ISSUED_KEYS_ARN: 'issued', ISSUED_KEYS_FIELDS: 'STRIPE_SECRET_KEY,POSTGRID_API_KEY' },
  receive: { ISSUED_KEYS_ARN: 'issued', ISSUED_KEYS_FIELDS: 'STRIPE_SECRET_KEY_OF_ANOTHER' },
  verify: { SECRET_ARN: 'seed', SECRET_FIELDS: 'RECEIPT_SIGNING_KEY' },
  about: {},
};

const aws = createServer(async (request, response) => {
  const body = await text(request);
  const target = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const [, name = ''] = /functions\/(\w+)\/configuration/.exec(request.url ?? '') ?? [];
  if (target === '') {
    if (name === '') {
      const stack = new URLSearchParams(body).get('StackName') ?? '';
      listedStacks.push(stack);
      if (stack.endsWith('-nope'))
        return response
          .writeHead(400)
          .end('<ErrorResponse><Error><Code>ValidationError</Code><Message>No</Message></Error></ErrorResponse>');
      const members = resources.map(
        ([type, id]) =>
          `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`,
      );
      const list = `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`;
      return response.end(
        `<ListStackResourcesResponse><ListStackResourcesResult>${list}</ListStackResourcesResult></ListStackResourcesResponse>`,
      );
    }
    if (request.method === 'PUT' && isUpdating)
      return response.writeHead(409).end('{"message":"An update is running."}');
    if (request.method === 'PUT') updated.push({ name, ...JSON.parse(body) });
    const Environment = { Variables: environments[name] };
    return response.end(JSON.stringify({ FunctionName: name, RevisionId: 'r1', Environment }));
  }
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  const { SecretId, SecretString, logGroupName, filterPattern } = JSON.parse(body);
  if (target === 'PutSecretValue') secrets[SecretId] = SecretString;
  if (target === 'FilterLogEvents') {
    const events = logs[logGroupName]?.filter((line) => line.includes(filterPattern.replaceAll('"', '')));
    return response.end(JSON.stringify({ events: events?.map((message) => ({ message })) }));
  }
  response.end(JSON.stringify({ SecretString: secrets[SecretId] }));
});
let endpoint = '';
beforeAll(async () => {
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
});
afterAll(() => {
  aws.closeAllConnections();
  aws.close();
});
beforeEach(() => {
  resources = Object.keys(environments).map((name) => ['AWS::Lambda::Function', name]);
  secrets = { issued: '{"TELNYX_API_KEY":"KEY1"}', seed: '{"RECEIPT_SIGNING_SEED":"seed"}' };
  updated.length = 0;
  isUpdating = false;
  listedStacks.length = 0;
});

async function run(words: string, input = '') {
  const printed: string[] = [];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const options = { args: words.split(' '), print: (line: string) => void printed.push(line) };
  const code = await stackCommand(
    { ...options, input: Readable.from([input]) as unknown as NodeJS.ReadableStream },
    { endpoint, region: 'us-east-1', credentials },
  );
  return { code, output: printed.join('\n') };
}

test('set-key stores a key from standard input with the others, and restarts the functions that read it', async () => {
  const { code, output } = await run('set-key STRIPE_SECRET_KEY --stage staging', 'sk_test_of_mine\n');
  const stored = expect.stringMatching(/^STRIPE_SECRET_KEY is stored\. The functions that read it \(1\)/);
  expect({ code, output }).toEqual({ code: 0, output: stored });
  expect(output).not.toContain('sk_test');
  expect(listedStacks).toEqual(['PrintAndMail-staging']);
  expect(JSON.parse(secrets.issued ?? '')).toEqual({ TELNYX_API_KEY: 'KEY1', STRIPE_SECRET_KEY: 'sk_test_of_mine' });
  // A changed variable restarts a function. Its others stay.
  const Variables = { ...environments.create, KEYS_SINCE: expect.stringMatching(/^2\d{3}-[\d:.T-]+Z$/) };
  expect(updated).toEqual([{ name: 'create', RevisionId: 'r1', Environment: { Variables } }]);
});

test('set-key stores an operator’s signing key with the seed', async () => {
  const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) });
  expect(await run('set-key RECEIPT_SIGNING_KEY', jwk)).toMatchObject({ code: 0 });
  expect(JSON.parse(secrets.seed ?? '')).toEqual({ RECEIPT_SIGNING_SEED: 'seed', RECEIPT_SIGNING_KEY: jwk });
  expect(updated.map(({ name }) => name)).toEqual(['verify']);
});

test('if versions take over gradually, set-key stores the key, which then needs a deployment', async () => {
  resources.push(['AWS::Lambda::Alias', 'create:live']);
  const { code, output } = await run('set-key STRIPE_SECRET_KEY', 'sk_test_of_mine');
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('deploy with another release') });
  expect(secrets.issued).toContain('sk_test_of_mine');
  expect(updated).toEqual([]);
});

test('if a function cannot be restarted, the error of set-key says that the key is stored', async () => {
  isUpdating = true;
  const { code, output } = await run('set-key STRIPE_SECRET_KEY', 'sk_test_of_mine');
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/is stored, but .* run the command again/),
  });
  expect(secrets.issued).toContain('sk_test_of_mine');
});

test('set-key neither changes nor prints a secret that is not JSON', async () => {
  secrets.issued = '{"STRIPE_SECRET_KEY":"sk_live_1",}';
  const { code, output } = await run('set-key POSTGRID_API_KEY', 'test_sk_1');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^The secret isn’t JSON: .*changed\.$/) });
  expect(secrets.issued).toBe('{"STRIPE_SECRET_KEY":"sk_live_1",}');
});

test.each([
  ['set-key STRIPE_SECRT_KEY', 'sk_test_1', /^STRIPE_SECRT_KEY isn't a key: did you mean STRIPE_SECRET_KEY\?$/],
  ['set-key FINGERPRINT_KEY', 'x', /^FINGERPRINT_KEY isn't a key: .*RECEIPT_SIGNING_KEY\.$/],
  ['set-key', 'sk_test_1', /^A key is missing: name one of STRIPE_SECRET_KEY/],
  ['set-key STRIPE_SECRET_KEY --local', 'sk_test_1', /^--local is not an option here; the options are --stage\.$/],
  ['set-key STRIPE_SECRET_KEY --stge x', 'sk_test_1', /^--stge is not an option here: did you mean --stage\?$/],
  ['set-key STRIPE_SECRET_KEY --stage', 'sk_test_1', /^--stage needs a value\.$/],
  ['set-key STRIPE_SECRET_KEY --stage nope', 'sk_test_1', /^There is no such stack: .* Nothing has changed\.$/],
  ['starts yesterday', '', /^starts takes no arguments/],
  ['set-key STRIPE_SECRET_KEY sk_test_typed', '', /^Don’t type a key here/],
  ['set-key STRIPE_SECRET_KEY', '\n', /^STRIPE_SECRET_KEY is empty: .* Nothing has changed\.$/],
  ['set-key STRIPE_SECRET_KEY', 'sk_mistyped_1', /^STRIPE_SECRET_KEY must .* Nothing has changed\.$/],
  [
    'set-key POSTGRID_WEBHOOK_SECRET',
    'w'.repeat(20),
    /^No function of the stack PrintAndMail reads POSTGRID_WEBHOOK_SECRET/,
  ],
  [
    'set-key STRIPE_SECRET_KEY --stage Staging',
    'sk_test_1',
    /^"Staging" can't be a stage: use 1 to 20 lowercase letters/,
  ],
])('%s with the input %j changes nothing, and says why', async (words, input, message) => {
  const before = { ...secrets };
  const { code, output } = await run(words, input);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(message) });
  expect(output).not.toMatch(/sk_(test_\w|mistyped)/);
  expect({ secrets, updated }).toEqual({ secrets: before, updated: [] });
});

test('flags may come before the command starts', async () => {
  await run('--stage staging starts');
  expect(listedStacks).toEqual(['PrintAndMail-staging']);
});

test.each(['help set-key', 'help starts', 'set-key --help'])('ops -- %s explains set-key and starts', async (words) => {
  const help = expect.stringMatching(/set-key NAME .* standard input.*starts /s);
  expect(await run(words)).toEqual({ code: 0, output: help });
});

/** The line that Lambda logs after a call. The first call of a process includes its start, in ms. */
const reportLine = (init?: number) =>
  `REPORT RequestId: 5b1e2f0c-0000-4000-8000-1d2c3b4a5f60\tDuration: 12.31 ms\tBilled Duration: 340 ms\tMemory Size: 1024 MB\tMax Memory Used: 98 MB\t${
    init === undefined ? '' : `Init Duration: ${init} ms\t`
  }\n`;

test('starts computes the percentiles of a week from the REPORT lines of all functions', async () => {
  resources = ['create-log', 'pay-log'].map((name) => ['AWS::Logs::LogGroup', name]);
  const starts = [410.17, 120, 130, 140, 150, 160, 170, 180].map(reportLine);
  logs = {
    'create-log': [...starts, reportLine(), '{"message":"Init Duration of nothing"}'],
    'pay-log': [reportLine(499.6), reportLine(2_000)],
  };
  expect(await run('starts')).toEqual({
    code: 0,
    output: '10 starts in seven days: half within 160 ms, nine in ten within 500 ms (at most 500 ms: met).',
  });
  logs = { 'pay-log': [reportLine(100), reportLine(501)] };
  expect((await run('starts')).output).toContain('(at most 500 ms: missed)');
  logs = { 'pay-log': [reportLine()] };
  expect((await run('starts')).output).toMatch(/no function of PrintAndMail has started/);
});

test('commands other than set-key and starts are left to the service', async () => {
  expect(await run('stuck')).toEqual({ code: undefined, output: '' });
});
