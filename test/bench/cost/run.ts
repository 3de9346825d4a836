/** `npm run cost`: what the service costs on AWS and which limit it meets first; `--write` puts it into docs/cost.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdown } from '../report.ts';
import { perJob } from './assumed.ts';
import { busiest, type Limit, limits, share } from './capacity.ts';
import { fixedUsage, toldInUse } from './fixed.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { type Priced, plus, prices, times, type Usage, unitUsd, usdOf } from './prices.ts';

const document = new URL('../../../docs/cost.md', import.meta.url);
const begin = '<!-- figures: written by `npm run cost -- --write` -->';
const end = '<!-- end of figures -->';

const volumes = [1_000, 1_000_000, 100_000_000];
/** At most this for 1,000 quotes of text. */
const promisedUsd = 0.1;

const usd = (amount: number): string =>
  `${amount >= 100 ? Math.round(amount).toLocaleString('en-US') : amount.toPrecision(3)} USD`;
const count = (jobs: number): string => jobs.toLocaleString('en-US');
const percent = (part: number): string =>
  part < 0.01 ? 'below 1%' : `${Math.round(part * 100).toLocaleString('en-US')}%`;

const titles: Readonly<Record<OperationName, string>> = {
  textQuote: 'quote of text, one page',
  htmlQuote: 'quote of HTML, one page',
  job: 'job, from its creation to the arrival of the letter',
  statusRead: 'reading of a status',
};

/** The three largest shares of an operation's price. */
function mostly(usage: Usage): string {
  const parts = Object.entries(usage).map(
    ([name, units]) => [prices[name as Priced].unit, unitUsd(name as Priced) * units] as const,
  );
  const largest = parts.toSorted(([, a], [, b]) => b - a).slice(0, 3);
  return largest.map(([unit, part]) => `${percent(part / usdOf(usage))} ${unit}`).join('; ');
}

const operationsTable = (of: Readonly<Record<OperationName, Operation>>): string =>
  markdown({
    title: 'A thousand of each',
    endsInWords: true,
    header: ['What', 'AWS, for 1,000', "Lambda's time, each", 'Mostly'],
    rows: Object.entries(of).map(([name, { usage, billedMs }]) => [
      titles[name as OperationName],
      usd(1_000 * usdOf(usage)),
      `${Math.round(billedMs).toLocaleString('en-US')} ms`,
      mostly(usage),
    ]),
  });

/** A job with what callers do around it. */
const aroundJob = ({ textQuote, htmlQuote, job, statusRead }: Readonly<Record<OperationName, Operation>>): Usage =>
  plus(
    job.usage,
    times(textQuote.usage, perJob.textQuotes),
    times(htmlQuote.usage, perJob.htmlQuotes),
    times(statusRead.usage, perJob.statusReads),
  );

function volumesTable(each: Usage, fixed: Usage): string {
  const row = (jobs: number) => {
    const whole = usdOf(fixed) + jobs * usdOf(each);
    return [
      count(jobs),
      `${busiest(jobs).toLocaleString('en-US', { maximumSignificantDigits: 2 })}`,
      usd(whole),
      usd(whole / jobs),
    ];
  };
  return markdown({
    title: 'A month',
    header: ['Jobs', 'In a busy second', 'AWS, a month', 'AWS, a job'],
    rows: volumes.map(row),
  });
}

function limitsTable(all: readonly Limit[]): string {
  const largest = volumes.at(-1) ?? 0;
  return markdown({
    title: 'How much of each limit a busy second takes',
    endsInWords: true,
    header: ['Limit', ...volumes.map((jobs) => `${count(jobs)} jobs`), 'What to do'],
    rows: all
      .toSorted((a, b) => share(b, largest) - share(a, largest))
      .map((limit) => [limit.name, ...volumes.map((jobs) => percent(share(limit, jobs))), limit.cure]),
  });
}

const pricesTable = (): string =>
  markdown({
    title: 'The prices',
    endsInWords: true,
    header: ['What', 'USD', 'From'],
    rows: Object.values(prices).map(({ usd: amount, per, unit, page }) => [
      unit,
      per === 1 ? String(amount) : `${amount} for ${count(per)}`,
      page,
    ]),
  });

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } });
const measured = await operations();
const fixed = fixedUsage();
const perThousand = 1_000 * usdOf(measured.textQuote.usage);
const figures = [
  `1,000 quotes of text come to ${usd(perThousand)} (at most ${promisedUsd} USD: ${perThousand <= promisedUsd ? 'met' : '**missed**'}). A month without a single caller comes to ${usd(usdOf(fixed))}.`,
  '',
  operationsTable(measured),
  volumesTable(aroundJob(measured), plus(fixed, toldInUse)),
  limitsTable(limits(measured)),
  pricesTable(),
].join('\n');
console.log(figures);
if (options.write) writeDown();

function writeDown(): void {
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/cost.md has lost the two lines that the figures stand between');
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${figures}\n${text.slice(to)}`);
}
