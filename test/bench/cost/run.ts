/** `npm run cost`: what the service costs on AWS and which limit it meets first; `--write` puts the sum into docs/cost.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdown } from '../report.ts';
import { livesInDays, payer, perJob, promisedUsd } from './assumed.ts';
import { type Limit, limits, share } from './capacity.ts';
import { fixedUsage, toldInUse } from './fixed.ts';
import { busiest, mostJobsAMonth } from './growth.ts';
import { type Operations, operations } from './operations.ts';
import { plus, times, type Usage, usdOf } from './prices.ts';

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

/** A job with what callers do around it, and with those that nobody pays. */
const aroundJob = ({ textQuote, htmlQuote, usualLetter, statusRead, unpaid }: Operations): Usage =>
  plus(
    usualLetter.usage,
    times(unpaid.usage, payer.unpaidJobs),
    times(textQuote.usage, perJob.textQuotes),
    times(htmlQuote.usage, perJob.htmlQuotes),
    times(statusRead.usage, perJob.statusReads),
  );

function volumesTable(each: Usage, news: Usage, fixed: Usage): string {
  const row = (jobs: number) => {
    const whole = usdOf(fixed) + jobs * usdOf(each);
    return [
      count(jobs),
      `${busiest(jobs).toLocaleString('en-US', { maximumSignificantDigits: 2 })}`,
      usd(whole),
      usd(whole / jobs),
      usd(jobs * usdOf(news)),
    ];
  };
  return markdown({
    title: 'A month',
    header: ['Jobs', 'In a busy second', 'AWS, a month', 'AWS, a job', 'More, if all are told'],
    rows: volumes.map(row),
  });
}

function limitsTable(all: readonly Limit[]): string {
  return markdown({
    title: 'How much of each limit a busy second takes',
    endsInWords: true,
    header: ['Limit', ...volumes.map((jobs) => `${count(jobs)} jobs`), 'What to do'],
    rows: all
      .toSorted((a, b) => share(b, mostJobsAMonth) - share(a, mostJobsAMonth))
      .map((limit) => [limit.name, ...volumes.map((jobs) => percent(share(limit, jobs))), limit.cure]),
  });
}

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } });
const measured = await operations();
const fixed = fixedUsage();
const ofQuotes = 1_000 * usdOf(measured.textQuote.usage);
const ofLetters = 1_000 * usdOf(measured.usualLetter.usage);
const all = limits(measured);
const fullest = Math.max(...all.map((limit) => (limit.isPartition ? share(limit, mostJobsAMonth) : 0)));
const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**');
const promises = [
  `- 1,000 quotes of text come to ${usd(ofQuotes)} (at most ${promisedUsd.quotes} USD: ${verdict(ofQuotes <= promisedUsd.quotes)}).`,
  `- 1,000 letters of ${livesInDays.usual} days come to ${usd(ofLetters)} (at most ${promisedUsd.letters} USD: ${verdict(ofLetters <= promisedUsd.letters)}).`,
  `- At ${count(mostJobsAMonth)} jobs a month the fullest partition takes ${percent(fullest)} of what it bears in a busy second (below 100%: ${verdict(fullest < 1)}).`,
  `- A month without a single caller comes to ${usd(usdOf(fixed))}.`,
  '',
].join('\n');
const month = volumesTable(aroundJob(measured), measured.news.usage, plus(fixed, toldInUse));
console.log([promises, month, limitsTable(all)].join('\n'));
if (options.write) writeDown();
if (ofQuotes > promisedUsd.quotes || ofLetters > promisedUsd.letters || fullest >= 1) process.exitCode = 1;

function writeDown(): void {
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/cost.md has lost the two lines that the figures stand between');
  const tight = all.filter((limit) => share(limit, 1_000_000) >= tightFrom);
  const figures = [promises, month, limitsTable(tight)].join('\n');
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${figures}\n${text.slice(to)}`);
}
