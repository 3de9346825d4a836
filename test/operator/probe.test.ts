/** The probe against PostGrid's double, which is told how to behave where nobody knows how PostGrid does. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import type { Call } from '../../shared/adapters/http/partner-client.ts';
import { openPostgrid, type PostgridDouble, type PostgridOptions } from '../support/doubles/postgrid.ts';
import { type ProbeOptions, probe } from '../tools/partner-probe/probe.ts';
import { questions } from '../tools/partner-probe/questions.ts';
import { usedKeyIn } from '../tools/partner-probe/used-key.ts';

const hour = 3_600_000;

let double: PostgridDouble;
let now: number;
const time = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};

async function open(options: PostgridOptions = {}): Promise<void> {
  now = Date.now();
  double = await openPostgrid({ now: () => now, ...options });
}
afterEach(() => double.close());

async function run(options: Partial<ProbeOptions> = {}) {
  const lines: string[] = [];
  const environment = { POSTGRID_API_KEY: double.apiKey, POSTGRID_API_BASE: double.baseUrl };
  const probed = await probe({ environment, ...time, print: (line) => void lines.push(line), ...options });
  const told = lines.filter((line) => line.includes(' — '));
  const seen = Object.fromEntries(told.map((line) => line.split(/ +— /) as [string, string]));
  return { ...probed, lines, seen };
}

test('each question gets its line', async () => {
  await open({ searchLagMs: 4_000 });
  const { seen, exit } = await run();
  expect(seen).toEqual({
    'the same key, the same order': 'the first letter again (201, ready)',
    'the same key, another order': 'the first letter again (201, ready)',
    'the same key and order, after the letter was cancelled': 'the first letter again (201, cancelled)',
    'cancelling twice': 'first 200, cancelled; then refused: 400 cancel_error; it stands as 200, cancelled',
    'cancelling once it is printing': 'refused: 400 cancel_error; it stands as 200, printing',
    'moving on a cancelled letter': 'refused: 400 invalid_progression_error',
    'mailingClass certified, to the US': 'accepted, and stands as certified',
    'mailingClass certified_return_receipt, to the US': 'accepted, and stands as certified_return_receipt',
    'mailingClass registered, to Canada': 'accepted, and stands as registered',
    'mailingClass certified, to Canada': 'accepted, and stands as certified',
    'extraService registered, to Canada': 'accepted, and stands as first_class',
    'a mailingClass that does not exist': 'refused: 400 validation_error',
    'the pages of a letter with an address page':
      'our empty page: 2 pages; insert_blank_page: 2 pages; look up in the dashboard what each costs',
    'what the partner prints in the foot of the last page': 'nothing',
    'whether search finds metadata.reference': 'found 5 s after the order, with its metadata in the list',
    'what a letter says of scans and signatures': expect.any(String),
    'the unit of t in PostGrid-Signature': 'no webhook is registered: npm run doctor -- --fix, then probe again',
  });
  expect(exit).toBe(0);
});

/** Points above the edge of the paper at which each of two pages has a letter. */
async function printedAt(...heights: readonly number[]) {
  const pdf = await PDFDocument.create();
  for (const y of heights) pdf.addPage([612, 792]).drawText('L', { x: 72, y });
  return pdf.save();
}

test.each([
  ['nothing', () => printedAt(20, 300)],
  ['INK, from 20 to 37 points above the edge of the paper', () => printedAt(300, 20)],
  ['it shows no PDF within 20 s: look at one in the dashboard', undefined],
  ['its PDF cannot be read: look at it in the dashboard', async () => Buffer.from('no PDF')],
])('of the foot of the last page it says: %s', async (said, file) => {
  const url = file && 'https://partner.example/letter.pdf';
  const body = { id: 'letter_1', status: 'ready', live: false, url };
  const methods: string[] = [];
  const ask = async ({ method }: Call) => {
    methods.push(method);
    return { kind: 'answered', status: 200, body, date: null } as const;
  };
  const bench = { ask, file: file ?? Promise.reject, ...time, word: () => 'probe' };
  const foot = questions.find(({ asks }) => asks.includes('foot of the last page'));
  expect(await foot?.find(bench)).toBe(said);
  expect(methods.at(-1)).toBe('DELETE');
});

test('a stamp that the invocations show is read by its length', async () => {
  await open();
  const hook = double.webhooks.register({ url: 'https://mail.example.com/x', enabledEvents: ['letter.created'] });
  const invocation = { hookId: hook.id, eventType: 'letter.created', attempt: 0, statusCode: 200 };
  double.webhooks.invocations.push(invocation);
  expect((await run()).seen['the unit of t in PostGrid-Signature']).toBe(
    'not shown: an invocation tells only hookId, eventType, attempt, statusCode; the service reads both',
  );
  double.webhooks.invocations.push({ ...invocation, signature: 't=1718932335515,v1=00' } as typeof invocation);
  expect((await run()).seen['the unit of t in PostGrid-Signature']).toBe('milliseconds');
});

test('a day later it says whether the key still lives', async () => {
  await open();
  const { used } = await run();
  if (used === undefined) throw new Error('nothing to ask about');
  const again = usedKeyIn(JSON.stringify(used));
  if (again === undefined) throw new Error('not read back');
  now += 24 * hour;
  const before = double.orders().length;
  const { seen } = await run({ again });
  expect(seen).toEqual({ 'a used key, later': 'still brings the first letter after 24.0 h (201, ready)' });
  expect(double.orders()).toHaveLength(before);
  await double.close();
  await open();
  const { seen: forgotten } = await run({ again });
  expect(forgotten['a used key, later']).toMatch(/^forgotten after .* h: A SECOND LETTER was made/);
});

test.each(['live_sk_0123456789', 'prod_0123456789', ''])(
  'a key like %j is refused before anything is sent',
  async (key) => {
    await open();
    const environment = { POSTGRID_API_KEY: key, POSTGRID_API_BASE: double.baseUrl };
    const { lines, exit } = await run({ environment });
    expect(lines).toEqual([expect.stringMatching(/^POSTGRID_API_KEY is /)]);
    expect(exit).toBe(1);
    expect(double.seen).toEqual([]);
    if (key !== '') expect(lines[0]).not.toContain(key);
  },
);

test('a letter that does not call itself a test is cancelled, and nothing else is tried', async () => {
  await open();
  double.next('POST /letters', { status: 201, body: { id: 'letter_live', status: 'ready', live: true } });
  const { lines, exit } = await run();
  expect(lines).toEqual([expect.stringMatching(/^PostGrid does not call letter_live a test/)]);
  expect(exit).toBe(1);
  expect(double.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /letters',
    'DELETE /letters/letter_live',
  ]);
});

describe('as a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probe-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  let base: string;
  beforeEach(async () => {
    double = await openPostgrid();
    base = double.baseUrl;
  });

  const program = async (name: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, POSTGRID_API_KEY: double.apiKey, POSTGRID_API_BASE: base };
    const file = resolve(import.meta.dirname, '../..', name);
    return promisify(execFile)(process.execPath, [file, ...args], { cwd: folder, env });
  };

  test('the probe keeps the key in a file, and reads it again', async () => {
    const { stdout } = await program('test/tools/partner-probe/run.ts', '--quick');
    expect(stdout).toContain('--again .local/probe-partners.json');
    expect(stdout).not.toContain(double.apiKey);
    const used = usedKeyIn(readFileSync(join(folder, '.local/probe-partners.json'), 'utf8'));
    expect(double.orders().map(({ id }) => id)).toContain(used?.letterId);
    const again = await program('test/tools/partner-probe/run.ts', '--again', '.local/probe-partners.json');
    expect(again.stdout).toMatch(/^a used key, later +— still brings the first letter after 0\.0 h/);
  });

  test('the doctor ends with 1 where something fails, and refuses words that it does not know', async () => {
    await expect(program('bin/doctor.ts')).resolves.toMatchObject({
      stdout: expect.stringContaining('ok    PostGrid key'),
    });
    await expect(program('bin/doctor.ts', '--mend')).rejects.toMatchObject({ code: 1, stdout: '' });
    await double.close();
    await expect(program('bin/doctor.ts')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAIL  PostGrid key: PostGrid did not answer (ECONNREFUSED)'),
    });
    double = await openPostgrid();
  });
});
