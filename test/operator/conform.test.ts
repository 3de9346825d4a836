/** `npm run ops -- conform`: an exported log is held against the table of a job's life. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { conform } from '../../lib/operator/conform/conform.ts';
import { ops } from '../../lib/operator/ops/ops.ts';
import { logTo } from '../../shared/compose/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'conform-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Fact = readonly [fact: string, state: string];

const begun: readonly Fact[] = [
  ['checkout_opened', 'awaiting_payment'],
  ['still_open', 'awaiting_payment'],
  ['paid', 'paid'],
  ['claimed', 'submitting'],
];
const made: readonly Fact[] = [...begun, ['accepted', 'fulfilled'], ['progressed', 'fulfilled']];

const birth = Date.UTC(2026, 10, 21);

const entry = ([fact, state]: Fact, second: number, order = 'order_1') => ({
  ...{ level: 'info', message: 'fact', function: 'fulfil', order, product: 'letter', fact, state },
  at: new Date(birth + second * 10_000).toISOString(),
});

const logOf = (facts: readonly Fact[], order?: string) =>
  facts.map((fact, at) => JSON.stringify(entry(fact, at, order))).join('\n');

const strayed = (text: string) => conform(text).strayed.map(({ line, from }) => [line, from]);

test('the service writes its facts as they are read here', () => {
  const lines: string[] = [];
  logTo((line) => lines.push(line)).info('fact', { jobId: 'job_1', product: 'letter', fact: 'paid', state: 'paid' });
  expect(conform(lines.join('\n'))).toMatchObject({ jobs: 1, facts: 1, strayed: [] });
});

test.each<readonly [string, readonly Fact[]]>([
  ['that was made', made],
  [
    'of which the partner said that it takes none',
    [
      ...begun,
      ['put_off', 'submitting'],
      ['claimed', 'submitting'],
      ['absent', 'paid'],
      ['claimed', 'submitting'],
      ['rejected', 'failed'],
      ['refunded', 'failed'],
    ],
  ],
  ['that was cancelled', [...begun.slice(0, 3), ['cancel_claimed', 'cancelling'], ['refunded', 'cancelled']]],
  [
    'that was parked and let go on',
    [
      ...begun.slice(0, 3),
      ['held', 'parked'],
      ['redriven', 'parked'],
      ['resubmitted', 'paid'],
      ['claimed', 'submitting'],
      ['accepted', 'fulfilled'],
      ['read_claimed', 'fulfilled'],
    ],
  ],
  [
    'that waited for its day',
    [...begun.slice(0, 3), ['scheduled', 'paid'], ['scheduled', 'paid'], ['cancel_claimed', 'cancelling']],
  ],
  ['whose line was busy', [...made, ['bounced', 'paid'], ['claimed', 'submitting'], ['accepted', 'fulfilled']]],
])('a job %s has lived as the table allows', (_, facts) => {
  expect(conform(logOf(facts))).toMatchObject({ jobs: 1, facts: facts.length, cutOff: 0, strayed: [] });
});

test.each<readonly [string, readonly Fact[], number, string]>([
  ['is handed over without a payment', [...begun.slice(0, 2), ['claimed', 'submitting']], 3, 'awaiting_payment'],
  ['is cancelled while it is handed over', [...begun, ['cancel_claimed', 'cancelling']], 5, 'submitting'],
  [
    'is refused at once although a call got no answer',
    [...begun, ['unanswered', 'submitting'], ['claimed', 'submitting'], ['rejected', 'failed']],
    7,
    'submitting',
  ],
  [
    'is turned away although a call got no answer',
    [...begun, ['unanswered', 'submitting'], ['claimed', 'submitting'], ['turned_away', 'paid']],
    7,
    'submitting',
  ],
  ['is concluded twice under one claim', [...begun, ['turned_away', 'paid'], ['turned_away', 'paid']], 6, 'paid'],
  ['is absent though no partner had said anything', [...begun, ['absent', 'paid']], 5, 'submitting'],
  [
    'is refunded twice',
    [...begun, ['rejected', 'failed'], ['refunded', 'failed'], ['refunded', 'failed']],
    7,
    'failed',
  ],
  ['goes another way than its fact', [...begun, ['accepted', 'parked']], 5, 'submitting'],
  ['has a fact that nobody knows', [...begun, ['forgotten', 'paid']], 5, 'submitting'],
])('a job that %s is named, with its line', (_, facts, line, from) => {
  expect(strayed(logOf(facts))).toEqual([[line, from]]);
});

test('other jobs, and lines that are no facts, stand in between', () => {
  const one = logOf(made).split('\n');
  const two = logOf([...begun, ['cancel_claimed', 'cancelling']], 'order_2').split('\n');
  const mixed = one.flatMap((line, at) => [
    line,
    'START RequestId: 1',
    '{"level":"info","message":"advance"}',
    two[at] ?? '',
  ]);
  expect(conform(mixed.join('\n'))).toMatchObject({ jobs: 2, strayed: [{ order: 'order_2', from: 'submitting' }] });
});

test('copies count once, and lines stand in any order', () => {
  const lines = logOf(made).split('\n');
  expect(conform([...lines, ...lines].toReversed().join('\n'))).toMatchObject({ facts: 6, strayed: [] });
});

test('two functions that log the other way round are no fault, but a minute is', () => {
  const facts = made.map((fact, at) => entry(fact, at));
  const swapped = (ms: number) =>
    facts.map((each, at) =>
      JSON.stringify(at === 4 ? { ...each, at: new Date(Date.parse(facts[3]?.at ?? '') - ms).toISOString() } : each),
    );
  expect(strayed(swapped(500).join('\n'))).toEqual([]);
  expect(strayed(swapped(5_000).join('\n'))).toHaveLength(1);
});

test('a log that lacks the beginning is followed from wherever the job may have been', () => {
  const late = logOf([
    ...begun,
    ['unanswered', 'submitting'],
    ['claimed', 'submitting'],
    ['accepted', 'fulfilled'],
  ]).split('\n');
  expect(conform(late.slice(4).join('\n'))).toMatchObject({ jobs: 1, cutOff: 1, strayed: [] });
  const wrong = logOf([
    ['refunded', 'cancelled'],
    ['claimed', 'submitting'],
  ]);
  expect(conform(wrong)).toMatchObject({ cutOff: 1, strayed: [{ line: 2, from: 'cancelled' }] });
});

const whole = entry(begun[0] as Fact, 0);

test.each([
  ['alone', JSON.stringify(whole)],
  ['after words of Lambda', `2026-11-21T00:00:00.000Z\t0-1\tINFO\t${JSON.stringify(whole)}`],
  ['in Logs Insights', JSON.stringify({ '@timestamp': '2026-11-21', '@message': JSON.stringify(whole) })],
  ['in an event', JSON.stringify({ timestamp: 1, message: JSON.stringify(whole), ingestionTime: 2 })],
  [
    'in an event, with words before',
    JSON.stringify({ timestamp: 1, message: `2026-11-21\t0-1\tINFO\t${JSON.stringify(whole)}` }),
  ],
  ['read already', JSON.stringify({ '@timestamp': '2026-11-21', '@message': whole })],
])('a line is read %s', (_, line) => {
  expect(conform(line)).toMatchObject({ facts: 1, unreadable: [] });
});

test('a line that was cut off is named', () => {
  const cut = logOf(made);
  expect(conform(cut.slice(0, -20))).toMatchObject({ facts: 5, unreadable: [6] });
});

async function typed(...words: string[]) {
  const printed: string[] = [];
  const code = await ops({ words: ['conform', ...words], environment: {}, print: (line) => printed.push(line) });
  return { code, printed };
}

test('the command prints what it found, and ends with 2 if a job has left the table', async () => {
  const good = join(folder, 'good.json');
  writeFileSync(good, logOf(made));
  expect(await typed(good)).toEqual({
    code: 0,
    printed: ['6 facts of 1 job: each history is one that the table allows.'],
  });
  const bad = join(folder, 'bad.json.gz');
  writeFileSync(bad, gzipSync(logOf([...begun, ['cancel_claimed', 'cancelling']])));
  expect(await typed(bad)).toEqual({
    code: 2,
    printed: [
      '5 facts of 1 job: 1 left the table.',
      'order_1, line 5: cancel_claimed and then cancelling cannot follow submitting.',
    ],
  });
});

test('a file without facts, a missing file and no file are told apart', async () => {
  const foreign = join(folder, 'foreign.json');
  writeFileSync(foreign, '{"level":"info","message":"advance"}\nnot JSON at all\n[1, 2]\n');
  expect(await typed(foreign)).toMatchObject({ code: 1, printed: [expect.stringContaining('no fact of any job')] });
  expect(await typed(join(folder, 'missing'))).toMatchObject({
    code: 1,
    printed: [expect.stringContaining('cannot be read')],
  });
  expect(await typed()).toMatchObject({ code: 1, printed: [expect.stringContaining('conform FILE')] });
});
