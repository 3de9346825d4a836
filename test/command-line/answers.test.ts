/** A command's reading of the service's answers: its exit code, what it sends, and what it does not order. */
import { addressIn, typeOfFile } from '../../lib/command-line/order.ts';
import { commandLine } from '../../lib/command-line/run.ts';
import { commandIn, commandLineHelp, commandNames } from '../../lib/command-line/words.ts';

interface Reply {
  readonly status?: number;
  readonly body?: object;
}

/** By the end of the path; each answer may be asked for again and again. */
let replies: Readonly<Record<string, Reply>> = {};
let asked: Request[] = [];
const { fetch } = globalThis;
afterAll(() => Object.assign(globalThis, { fetch }));
globalThis.fetch = async (given, options) => {
  const request = new Request(given, options);
  asked.push(request);
  const { status = 200, body = {} } = replies[request.url.split('/').at(-1) ?? ''] ?? { status: 404 };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
};

/** `sleep` may be asked for three times. */
async function run(words: readonly string[], answers: typeof replies) {
  replies = answers;
  asked = [];
  let sleeps = 0;
  const out: string[] = [];
  const exit = await commandLine({
    words,
    environment: {},
    isTerminal: false,
    out: (text: string) => out.push(text),
    err: (text: string) => out.push(text),
    read: async (file) => {
      if (file.startsWith('missing')) throw new Error('ENOENT');
      return new TextEncoder().encode('Dear Ada');
    },
    sleep: async () => {
      sleeps += 1;
      if (sleeps > 3) throw new Error('it waits for ever');
    },
  });
  return { exit, out: out.join('\n') };
}

const job = `job_${'0'.repeat(26)}`;

test('a job id in place of a file sends the document of that order again, by its hash', async () => {
  const placed = { job_id: job, pay_url: 'https://mail.example.com/pay', payment_mode: 'mock', warnings: [] };
  const price = {
    quote_id: 'quote_1',
    content_hash: 'c0ffee',
    total: '$2.12',
    total_cents: 212,
    pages: 1,
    warnings: [],
  };
  const address = 'Ada Lovelace, 12 Main St, Albany, NY 12207';
  const words = ['send', job, '--to', address, '--from', address];
  const { exit } = await run(words, { quotes: { body: price }, jobs: { body: placed } });
  expect(exit).toBe(0);
  const [quoted, ordered] = await Promise.all(asked.map((request) => request.json()));
  expect(quoted).toMatchObject({ country: 'US', from_job: job });
  expect(ordered).toMatchObject({ quote_id: 'quote_1', letter: { content_hash: 'c0ffee' } });
  expect(JSON.stringify(ordered)).not.toContain(job);
});

test.each([
  [400, 1],
  [402, 1],
  [404, 1],
  [409, 3],
  [429, 3],
  [500, 3],
  [503, 3],
])('a status of %i ends with %i: only what may work later is worth another try', async (status, exit) => {
  expect(await run(['status', job], { [job]: { status, body: { error: 'No.' } } })).toMatchObject({ exit });
});

test.each(['mailed', 'sent'])('status --watch ends when the order is %s', async (fulfillment_status) => {
  const body = { service: 'fax', status: 'fulfilled', fulfillment_status, total: '$1.00', refund: 'not_applicable' };
  expect(await run(['status', job, '--watch'], { [job]: { body: { ...body, error: null } } })).toMatchObject({
    exit: 0,
  });
});

describe('send', () => {
  const address = 'Ada Lovelace, 12 Main St, Albany, NY 12207';
  const words = ['send', 'a.txt', '--to', address, '--from', address];
  const price = { quote_id: 'quote_1', pages: 1, total_cents: 100, total: '$1.00', warnings: [] };
  const dear = { ...price, most_total_cents: 115, most_total: '$1.15' };
  const bodies = (quote: object) => ({ quotes: { body: quote }, jobs: { status: 201, body: { job_id: job } } });
  const ordered = () => asked.filter(({ url }) => url.endsWith('/jobs'));

  test.each([
    ['1.14', 1, 0],
    ['1.15', 0, 1],
  ])('--max %s holds against the most that a tax may bring', async (max, exit, orders) => {
    expect(await run([...words, '--max', max], bodies(dear))).toMatchObject({ exit });
    expect(ordered()).toHaveLength(orders);
  });

  test('send has the key that it is given, and a fresh one each time otherwise', async () => {
    const keyOf = async (...more: string[]) => {
      await run([...words, ...more], bodies(price));
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
  ['quote a.md --to Ada --cover-to Ada', /^Only a fax .* --cover-to\.$/],
  ['cancel http://127.0.0.1/v1/pay/pay_1', /\/pay\/pay_1\/cancel$/],
  ['status pay_1 --watch', /^--watch needs the job id/],
  ['quote a.md --fax 12', /^The number of --fax must be in E\.164 form/],
  ['quote a.md --fax +12125550199 --to Ada', /Leave out --to\.$/],
  ['quote letter.docx --fax +12125550199', /Word/],
  ['check 5.00 --to Ada', /^Name the bank account: .*bank-accounts\/new/],
])('%j asks the service nothing and exits with code 2', async (line, says) => {
  const { exit, out } = await run(line.split(' '), {});
  expect([exit, asked]).toEqual([2, []]);
  expect(out).toMatch(says);
});

test.each([
  ['a.PDF', 'application/pdf'],
  ['a.jpg', 'image/jpeg'],
  ['a.JPEG', 'image/jpeg'],
  ['a.png', 'image/png'],
  ['a.md', undefined],
])('%s is sent as %s', (file, type) => {
  expect(typeOfFile(file)).toBe(type);
});

const read = (line: string, environment: Record<string, string> = {}) =>
  commandIn(line.split(' ').filter(Boolean), environment);

describe('an address in one line', () => {
  test('an address in one line is read', () => {
    expect(addressIn('--to', 'Ada Lovelace, 12 Main St, Apt 4, Albany NY 12207')).toEqual({
      name: 'Ada Lovelace',
      addressLine1: '12 Main St',
      addressLine2: 'Apt 4',
      city: 'Albany',
      provinceOrState: 'NY',
      postalOrZip: '12207',
      countryCode: 'US',
    });
  });

  test('an address that cannot be read is refused with its option, its fault and an example', () => {
    expect(() => addressIn('--from', 'Ada Lovelace, Albany, NY 12207')).toThrow(
      '--from can\'t be read: the street is missing, or no comma is before it. Write it like "Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207", in one line or several.',
    );
  });
});

describe('the service', () => {
  test.each<[string, Record<string, string>, string]>([
    ['status job_1', {}, 'http://127.0.0.1:8787/v1'],
    ['status job_1', { PRINT_AND_MAIL_URL: 'https://mail.example.com/' }, 'https://mail.example.com/v1'],
    [
      'status job_1 --url http://127.0.0.1:9000/v1/',
      { PRINT_AND_MAIL_URL: 'https://a.example' },
      'http://127.0.0.1:9000/v1',
    ],
  ])('the service of %j with %j is %s', (line, environment, baseUrl) => {
    expect(read(line, environment)).toMatchObject({ baseUrl });
  });
});

test.each(['', 'help', '--help', 'send -h'])('%j prints the help', (line) => {
  expect(read(line)).toBe('help');
});

test.each([
  ['1.15', 115],
  ['2.30', 230],
  ['7', 700],
])('--max %s is %i cents', (max, maxCents) => {
  expect(read(`send a.md --max ${max}`)).toMatchObject({ maxCents });
});

test('PRINT_AND_MAIL_FROM is the sender unless --from names another', () => {
  const environment = { PRINT_AND_MAIL_FROM: 'Ada' };
  expect(read('send a.md', environment)).toMatchObject({ from: 'Ada' });
  expect(read('send a.md --from Grace', environment)).toMatchObject({ from: 'Grace' });
});

test('the help names every command and fits a terminal', () => {
  for (const name of commandNames) expect(commandLineHelp).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  for (const line of commandLineHelp.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
});

test.each([
  ['post a.md', /^No command is called post\. Choose quote, send, check, status, cancel, or receipt\.$/],
  ['send', /^Name the file\.$/],
  ['status', /^Name the job\.$/],
  ['status job_1 job_2', /Leave out job_2\.$/],
  ['status job_1 --to x', /^status has no option --to\. /],
  ['send a.md --colour', /^Unknown option '--colour'/],
  ['send a.md --max two', /^--max must be an amount like 2\.50\.$/],
  ['status job_1 --url nowhere', /needs an address like https:/],
])('%j exits with code 2 and a one-sentence error', (line, says) => {
  expect(() => read(line)).toThrow(says);
  expect(() => read(line)).toThrow(expect.objectContaining({ exit: 2 }));
});
