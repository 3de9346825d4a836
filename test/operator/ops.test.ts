/** `npm run ops` with a fake `operate` function: arguments, requests, output and exit codes. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FunctionRow } from '../../functions/manifest.ts';
import { secretKey } from '../../lib/local/emulators/aws.ts';
import { startInvoke } from '../../lib/local/emulators/invoke.ts';
import { openFunctions } from '../../lib/local/functions.ts';
import type { ListeningServer } from '../../lib/local/gateway/http.ts';
import { callerHere, callerOnAws, parseOps, resultLines, runOps } from '../../lib/operator/ops.ts';
import { newFolder } from '../support/new-folder.ts';

const limits = { timeoutSeconds: 5, memoryMb: 512 };
const row: FunctionRow = { name: 'operate', file: 'x', trigger: { invoke: true }, needs: [], ...limits };

/** Sent with commands that change something. */
const by = callerHere();

let result: unknown;
const requests: unknown[] = [];
const handler = async (event: unknown) => {
  requests.push(event);
  if (result instanceof Error) throw result;
  return result;
};

let invoke: ListeningServer;
const folder = newFolder();
beforeAll(async () => {
  invoke = await startInvoke(
    [row],
    openFunctions(
      async () => ({ handler }),
      () => {},
    ),
  );
  await writeFile(join(folder, 'invoke.json'), JSON.stringify({ url: invoke.url, secretKey }));
});
afterAll(() => invoke.close());

async function run(words: string, environment: Record<string, string> = { DATA_DIR: folder }) {
  const printed: string[] = [];
  const code = await runOps({ args: words.split(' '), environment, print: (line) => printed.push(line) });
  return { code, printed };
}

test.each([
  ['show job_1', { command: 'show', job_id: 'job_1' }],
  ['find pay_1 2026-11-21', { command: 'find', number: 'pay_1', day: '2026-11-21' }],
  ['stuck', { command: 'stuck' }],
  ['park job_1 fraud', { command: 'park', job_id: 'job_1', reason: 'fraud', by }],
  ['refund job_1 --sure', { command: 'refund', job_id: 'job_1', sure: true, by }],
  ['reconcile', { command: 'reconcile' }],
  ['reconcile 2026-11-21', { command: 'reconcile', day: '2026-11-21' }],
])('ops sends the arguments of %s to the function', async (words, event) => {
  result = { ok: true, says: 'Done.' };
  expect(await run(`${words} --local`)).toEqual({ code: 0, printed: ['Done.'] });
  expect(requests.at(-1)).toEqual(event);
});

test.each([
  [['stuck'], undefined],
  [['stuck', '--stage', 'staging'], 'staging'],
  [['--stage=main', 'stuck'], 'main'],
])('the arguments %j select the stage %s', (words, stage) => {
  expect(parseOps(words)).toMatchObject({ target: { stage }, request: { command: 'stuck' } });
});

test('ops find accepts a text with spaces, and a day at its end', async () => {
  result = { ok: true, says: 'Done.' };
  const requestFor = async (words: string) => {
    await run(`find ${words} --local`);
    return requests.at(-1);
  };
  expect(await requestFor('a02j kwnwfh')).toEqual({ command: 'find', number: 'a02j kwnwfh' });
  expect(await requestFor('+1 (212) 555 0199 2026-11-21')).toEqual({
    command: 'find',
    number: '+1 (212) 555 0199',
    day: '2026-11-21',
  });
  expect(await requestFor('1042 11/21/2026')).toEqual({ command: 'find', number: '1042', day: '11/21/2026' });
});

test('ops help lists the commands in at most fifteen lines, and says more about a single command', async () => {
  const { printed } = await run('help');
  const lines = printed.join('\n').split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
  expect(lines.every((line) => line.length <= 100)).toBe(true);
  expect(lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? [])).toEqual(
    'show find stuck reconcile redrive park resubmit refund stop-list set-key starts'.split(' '),
  );
  const more = (await run('help park')).printed.join('\n');
  expect(more).toMatch(/^npm run ops -- park JOB REASON\n\n[\s\S]*fraud/);
  expect((await run('park --help')).printed).toEqual([more]);
  expect((await run('help options')).printed.join()).toContain('lambda:InvokeFunction');
  expect(await run('help walk')).toMatchObject({ code: 1, printed: [expect.stringContaining('walk')] });
});

test('ops show prints the fields of a job that are not empty, or all of them with --all', async () => {
  result = {
    ok: true,
    says: 'job_1',
    order_number: '70K2M9QX4T',
    error: null,
    tries: 0,
    refund: 'issued',
    history: [],
  };
  const lines = ['job_1', 'order_number  70K2M9QX4T', 'refund        issued'];
  expect(await run('show job_1 --local')).toEqual({ code: 0, printed: lines });
  const all = (await run('show job_1 --local --all')).printed;
  expect(all).toEqual(expect.arrayContaining(['error         -', 'tries         0', 'history: 0']));
});

test('ops exits with 1 if the service refuses', async () => {
  result = { ok: false, says: 'Nothing was paid.' };
  expect(await run('refund job_1 --local')).toMatchObject({ code: 1, printed: ['Nothing was paid.'] });
});

test('ops exits with 2 if the audit has differences, and prints a line for each', async () => {
  result = {
    ok: true,
    says: '1 difference on 2026-11-21.',
    balanced: false,
    differences: [{ kind: 'second_order', job_id: 'job_1', partner_id: 'letter_2' }],
  };
  const { code, printed } = await run('reconcile --local');
  expect(code).toBe(2);
  expect(printed).toContain('  second_order  job_1   letter_2');
  expect(JSON.parse((await run('reconcile --local --json')).printed.join('\n'))).toEqual(result);
});

test('ops exits with 1 and a message if the function fails', async () => {
  result = new TypeError('12 Analytical Way');
  const { code, printed } = await run('stuck --local');
  expect({ code, printed }).toEqual({ code: 1, printed: [expect.stringContaining('The operate function failed')] });
  expect(printed.join()).not.toContain('Analytical');
});

test.each([
  ['show', /^Usage: npm run ops -- show JOB$/],
  ['show a b', /show JOB/],
  ['reconcile a b', /reconcile \[DAY\]/],
  ['fix job_1', /no command fix/],
  ['constructor', /no command constructor/],
  ['stuck --fast', /^--fast is not an option here; the options are --stage, --local, .*\.$/],
  ['stuck --stag staging', /^--stag is not an option here: did you mean --stage\?$/],
  ['stuck --json=yes', /^--json takes no value\.$/],
  ['stuck --stage', /^--stage needs a value\.$/],
  ['stuck --stage staging --local', /^Give only one of --stage NAME and --local\.$/],
  ['stuck --stage Staging', /^"Staging" can't be a stage: use 1 to 20 lowercase letters/],
  ['stuck --sure', /--sure is only for resubmit and refund/],
])('ops exits with 1 and explains what is wrong with "%s"', async (words, message) => {
  const { code, printed } = await run(words);
  expect({ code, printed }).toEqual({ code: 1, printed: [expect.stringMatching(message)] });
});

test('ops says that no service runs on this machine, or that it is no longer running', async () => {
  expect((await run('stuck --local', { DATA_DIR: tmpdir() })).printed).toEqual([expect.stringContaining('No service')]);
  const stopped = newFolder();
  await writeFile(join(stopped, 'invoke.json'), JSON.stringify({ url: 'http://127.0.0.1:1', secretKey }));
  expect((await run('stuck --local', { DATA_DIR: stopped })).printed).toEqual([
    expect.stringContaining('no longer running'),
  ]);
});

test('ops says what refused the connection to AWS', async () => {
  const elsewhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
  Object.assign(process.env, elsewhere, { AWS_REGION: 'us-east-1' });
  expect((await run('stuck')).printed).toEqual([expect.stringMatching(/connect ECONNREFUSED [\d.:]+$/)]);
});

test('on AWS, the operator’s name is the ARN of the credentials', async () => {
  const arn = 'arn:aws:sts::123456789012:assumed-role/operator/ada';
  let body = '';
  const sts = createServer(async (request, response) => {
    body = await text(request);
    const result = `<GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult>`;
    response.end(`<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>`);
  });
  await once(sts.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  expect(await callerOnAws({ endpoint, region: 'us-east-1', credentials })).toBe(arn);
  expect(body).toContain('Action=GetCallerIdentity');
  sts.closeAllConnections();
  await once(sts.close(), 'close');
});

test('ops prints times as dates in UTC, lists as tables, and missing values as a dash', () => {
  const at = Date.UTC(2026, 10, 21, 12);
  expect(
    resultLines({ ok: true, says: 'job_1', state: 'paid', error: null, due_at: at, first: [{ fact: 'paid', at }] }),
  ).toEqual([
    'job_1',
    'state   paid',
    'error   -',
    'due_at  2026-11-21T12:00:00.000Z',
    '',
    'first: 1',
    '  fact  at',
    '  paid  2026-11-21T12:00:00.000Z',
  ]);
});
