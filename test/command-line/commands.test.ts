/** Commands: their arguments, the requests that they send, and their exit codes for the service's responses. */
import { commandLineHelp, commandNames, parseCommand } from '../../lib/command-line/arguments.ts';
import { parseAddress, uploadType } from '../../lib/command-line/order.ts';
import { commandLine } from '../../lib/command-line/run.ts';

interface Reply {
  readonly status?: number;
  readonly body?: object;
}

/** The responses by the last segment of the path. */
let replies: Readonly<Record<string, Reply>> = {};
let requests: Request[] = [];
const { fetch } = globalThis;
afterAll(() => Object.assign(globalThis, { fetch }));
globalThis.fetch = async (input, options) => {
  const request = new Request(input, options);
  requests.push(request);
  const { status = 200, body = {} } = replies[request.url.split('/').at(-1) ?? ''] ?? { status: 404 };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
};

/** Runs a command against a service with these responses. Fails if the command sleeps more than three times. */
async function run(args: readonly string[], responses: typeof replies) {
  replies = responses;
  requests = [];
  let sleeps = 0;
  const out: string[] = [];
  const exit = await commandLine({
    args,
    environment: {},
    isTerminal: false,
    out: (text: string) => out.push(text),
    err: (text: string) => out.push(text),
    read: async (file) => {
      if (file.startsWith('missing')) throw new Error('ENOENT');
      return new TextEncoder().encode(file.startsWith('empty') ? '' : 'Dear Ada');
    },
    sleep: async () => {
      sleeps += 1;
      if (sleeps > 3) throw new Error('the command waits too long');
    },
  });
  return { exit, out: out.join('\n') };
}

const job = `job_${'0'.repeat(26)}`;
const address = 'Ada Lovelace, 12 Main St, Albany, NY 12207';
const price = { quote_id: 'quote_1', pages: 1, total_cents: 212, total: '$2.12', warnings: [] };

test('--fax takes a number as people write it', async () => {
  for (const number of ['2125550199', '1-212-555-0199', '+1 (212) 555.0199'])
    expect(await run(['quote', 'a.md', '--fax', number], { 'fax-quotes': { body: price } })).toMatchObject({ exit: 0 });
});

test('send with a job id instead of a file sends that order’s document again, identified by its hash', async () => {
  const placed = { job_id: job, pay_url: 'https://mail.example.com/pay', payment_mode: 'mock', warnings: [] };
  const args = ['send', job, '--to', address, '--from', address];
  const quote = { ...price, content_hash: 'c0ffee' };
  expect(await run(args, { quotes: { body: quote }, jobs: { body: placed } })).toMatchObject({ exit: 0 });
  const [quoted, ordered] = await Promise.all(requests.map((request) => request.json()));
  expect(quoted).toMatchObject({ country: 'US', from_job: job });
  expect(ordered).toMatchObject({ quote_id: 'quote_1', letter: { content_hash: 'c0ffee', to: { city: 'Albany' } } });
  expect(JSON.stringify(ordered)).not.toContain(job);
});

test.each([
  ...[400, 402, 404].map((status) => [status, 1] as const),
  ...[409, 429, 500, 503].map((status) => [status, 3] as const),
])('after the HTTP status %i, the exit code is %i, for a job id and for a pay link', async (status, exit) => {
  const reply = { status, body: { error: 'No.' } };
  for (const order of [job, 'pay_1'])
    expect(await run(['status', order], { [job]: reply, 'receipt.json': reply })).toMatchObject({ exit });
});

test.each(['mailed', 'sent'])('status --watch ends when the order is %s', async (fulfillment_status) => {
  const body = { service: 'fax', status: 'fulfilled', fulfillment_status, total: '$1.00', refund: 'not_applicable' };
  const { exit } = await run(['status', job, '--watch'], { [job]: { body: { ...body, error: null } } });
  expect(exit).toBe(0);
});

describe('send', () => {
  const args = ['send', 'a.txt', '--to', address, '--from', address];
  const taxed = { ...price, most_total_cents: 215, most_total: '$2.15' };
  const bodies = (quote: object) => ({ quotes: { body: quote }, jobs: { status: 201, body: { job_id: job } } });
  const ordered = () => requests.filter(({ url }) => url.endsWith('/jobs'));

  test.each([
    ['2.14', 1, 0],
    ['2.15', 0, 1],
  ])('send --max %s is compared with the total at the highest possible tax', async (max, exit, orders) => {
    expect(await run([...args, '--max', max], bodies(taxed))).toMatchObject({ exit });
    expect(ordered()).toHaveLength(orders);
  });

  test('send uses the key in --key, or else a new key each time', async () => {
    const keyOf = async (...more: string[]) => {
      await run([...args, ...more], bodies(price));
      return ordered()[0]?.headers.get('idempotency-key');
    };
    expect(await keyOf('--key', 'key-1')).toBe('key-1');
    expect(await keyOf()).not.toBe(await keyOf());
  });
});

test.each([
  ['quote a.md', /^Name the recipient: --to /],
  ['quote missing.md --fax +12125550199', /^Can’t read missing\.md\./],
  ['quote missing.pdf --fax +12125550199', /^Can’t read missing\.pdf\./],
  ['quote empty.md --fax +12125550199', /^empty\.md is empty\.$/],
  ['check 5.00 --key 日本', /^--key must have 1 to 255 /],
  ['quote a.md --to Ada --cover-to Ada', /^Only a fax can have --cover-to\.$/],
  ['cancel http://127.0.0.1/v1/pay/pay_1', /\/pay\/pay_1\/cancel$/],
  ['status pay_1 --watch', /^--watch needs the job id/],
  ['quote a.md --fax 12', /^The number of --fax must be in E\.164 form/],
  ['send a.md --fax +12125550199 --send-on 2026-12-24', /^A fax can’t have --send-on\.$/],
  ['quote letter.docx --fax +12125550199', /Word/],
  ['check 5.00 --to Ada', /^Name the bank account: .*bank-accounts\/new/],
])('%j sends no request and exits with code 2', async (line, error) => {
  const { exit, out } = await run(line.split(' '), {});
  expect([exit, requests]).toEqual([2, []]);
  expect(out).toMatch(error);
});

test.each([
  ['a.PDF', 'application/pdf'],
  ['a.jpg', 'image/jpeg'],
  ['a.JPEG', 'image/jpeg'],
  ['a.png', 'image/png'],
  ['a.md', undefined],
])('an upload of %s has the type %s', (file, type) => {
  expect(uploadType(file)).toBe(type);
});

const parse = (line: string, environment: Record<string, string> = {}) =>
  parseCommand(line.split(' ').filter(Boolean), environment);

test('an address that cannot be read is refused with its option, the problem and an example', () => {
  expect(() => parseAddress('--from', 'Ada Lovelace, Albany, NY 12207')).toThrow(
    /^--from can't be read: the street is missing.* Write it like "Ada Lovelace, .*", on one line or several\.$/,
  );
});

test.each<[string, Record<string, string>, string]>([
  ['status job_1', {}, 'http://127.0.0.1:8787/v1'],
  ['status job_1', { PRINT_AND_MAIL_URL: 'https://mail.example.com/' }, 'https://mail.example.com/v1'],
  ['status job_1 --url http://127.0.0.1:9/v1/', { PRINT_AND_MAIL_URL: 'https://a.example' }, 'http://127.0.0.1:9/v1'],
])('%j with %j calls the service at %s', (line, environment, baseUrl) => {
  expect(parse(line, environment)).toMatchObject({ baseUrl });
});

test.each(['', 'help', '--help', 'send -h'])('%j prints the help', (line) => {
  expect(parse(line)).toBe('help');
});

test.each([
  ['1.15', 115],
  ['2.30', 230],
  ['7', 700],
])('--max %s is %i cents', (max, maxCents) => {
  expect(parse(`send a.md --max ${max}`)).toMatchObject({ maxCents });
});

test('PRINT_AND_MAIL_FROM is the sender, unless --from names someone else', () => {
  const environment = { PRINT_AND_MAIL_FROM: 'Ada' };
  expect(parse('send a.md', environment)).toMatchObject({ from: 'Ada' });
  expect(parse('send a.md --from Grace', environment)).toMatchObject({ from: 'Grace' });
});

test('the help names every command and fits into a terminal', () => {
  for (const name of commandNames) expect(commandLineHelp).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  for (const line of commandLineHelp.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
});

test.each([
  ['post a.md', /^No command is called post\. Choose quote, send, check, status, cancel, or receipt\.$/],
  ['send', /^The file is missing: print-and-mail send FILE\.$/],
  ['status', /^The job is missing: print-and-mail status JOB\.$/],
  ['status job_1 job_2', /^status takes one job\..* in quotes, or leave out job_2\.$/],
  ['status job_1 --to x', /^status has no option --to\. /],
  ['send a.md --colour', /^Unknown option '--colour'/],
  ['send a.md --max two', /^--max must be an amount like 2\.50\.$/],
  ['status job_1 --url nowhere', /^--url \(or PRINT_AND_MAIL_URL\) must be a URL like https:/],
])('%j exits with code 2 and says what is wrong', (line, error) => {
  expect(() => parse(line)).toThrow(error);
  expect(() => parse(line)).toThrow(expect.objectContaining({ exit: 2 }));
});
