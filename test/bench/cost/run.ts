/** `npm run cost`: what the service costs on AWS and which limit it meets first; `--write` puts the sum into docs/cost.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdown } from '../report.ts';
import { livesInDays, promisedUsd } from './assumed.ts';
import { busiest, limits, mostJobsAMonth, share } from './capacity.ts';
import { idleUsage, starts, toldInUse } from './fixed.ts';
import { operations } from './operations.ts';
import { plus, times, usdOf } from './prices.ts';

const document = new URL('../../../docs/cost.md', import.meta.url);
const begin = '<!-- figures: written by `npm run cost -- --write` -->';
const end = '<!-- end of figures -->';

const volumes = [1_000, 1_000_000, mostJobsAMonth];
/** The page shows the limits of which a million jobs a month take this part; the others are printed alone. */
const tightFrom = 0.12;

const usd = (amount: number): string =>
  `${amount >= 100 ? Math.round(amount).toLocaleString('en-US') : amount.toPrecision(3)} USD`;
const count = (jobs: number): string => jobs.toLocaleString('en-US');
const percent = (part: number): string =>
  part < 0.01 ? 'below 1%' : `${Math.round(part * 100).toLocaleString('en-US')}%`;

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } });
const { around, textQuote, usualLetter, news } = await operations();
const told = [...around, [news, 1] as const];
const job = plus(...around.map(([{ usage }, often]) => times(usage, often)));
const plain = idleUsage({}, true);
const month = (jobs: number): number =>
  usdOf(plus(plain, toldInUse(), times(job, jobs), times(starts(around, jobs), jobs)));
const ofLetters = plus(usualLetter.usage, starts(around, 1_000, [[usualLetter, 1]]));
const all = limits({ around, textQuote, usualLetter, news });
const fullest = Math.max(...all.map((limit) => (limit.isPartition ? share(limit, mostJobsAMonth) : 0)));
let isMissed = false;

/** Ends in the promise, and whether it is kept. */
function promised(sentence: string, amount: number, most: number): string {
  isMissed ||= amount > most;
  return `- ${sentence} ${usd(amount)} (at most ${most} USD: ${amount <= most ? 'met' : '**missed**'}).`;
}

isMissed ||= fullest >= 1;
const promises = [
  promised('1,000 quotes of text come to', 1_000 * usdOf(textQuote.usage), promisedUsd.quotes),
  promised(
    `1,000 letters of ${livesInDays.usual} days, in a month that brings no more, come with their cold starts to`,
    1_000 * usdOf(ofLetters),
    promisedUsd.letters,
  ),
  promised('A month of 1,000,000 jobs comes to', month(1_000_000), promisedUsd.million),
  promised('A month with no calls comes to', usdOf(plain), promisedUsd.idle),
  promised(
    'The same of a `quiet` stage beside another one comes to',
    usdOf(idleUsage({ isQuiet: true }, false)),
    promisedUsd.quiet,
  ),
  `- At ${count(mostJobsAMonth)} jobs a month the fullest partition takes ${percent(fullest)} of what it bears in a busy second (below 100%: ${fullest < 1 ? 'met' : '**missed**'}).`,
  '',
].join('\n');

const months = markdown({
  title: 'A month',
  header: ['Jobs', 'In a busy second', 'AWS, a month', 'AWS, a job', 'More, if all are told', 'More, with `edge`'],
  rows: volumes.map((jobs) => {
    const ofNews = plus(news.usage, times(starts(told, jobs, [[news, 1]]), 1));
    const atEdge = { edgeRequest: job.apiRequest ?? 0, aclRequest: job.apiRequest ?? 0 };
    return [
      count(jobs),
      busiest(jobs).toLocaleString('en-US', { maximumSignificantDigits: 2 }),
      ...[month(jobs), month(jobs) / jobs, jobs * usdOf(ofNews), jobs * usdOf(atEdge)].map(usd),
    ];
  }),
});

const idle = markdown({
  title: 'A month without callers',
  header: ['Flags', 'AWS, a month'],
  rows: [
    ['none', usd(usdOf(plain))],
    ...(
      [
        ['`canary`', { hasCanary: true }],
        ['`edge`', { hasEdge: true }],
        ['both', { hasEdge: true, hasCanary: true }],
      ] as const
    ).map(([name, asked]) => [name, usd(usdOf(idleUsage(asked, true)))]),
  ],
});

const limitsTable = (shown: typeof all): string =>
  markdown({
    title: 'How much of each limit a busy second takes',
    endsInWords: true,
    header: ['Limit', ...volumes.map((jobs) => `${count(jobs)} jobs`), 'What to do'],
    rows: shown
      .toSorted((a, b) => share(b, mostJobsAMonth) - share(a, mostJobsAMonth))
      .map((limit) => [limit.name, ...volumes.map((jobs) => percent(share(limit, jobs))), limit.cure]),
  });

console.log([promises, months, idle, limitsTable(all)].join('\n'));
if (options.write) {
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/cost.md has lost the two lines that the figures stand between');
  const tight = all.filter((limit) => share(limit, 1_000_000) >= tightFrom);
  const figures = [promises, months, idle, limitsTable(tight)].join('\n');
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${figures}\n${text.slice(to)}`);
}
if (isMissed) process.exitCode = 1;
