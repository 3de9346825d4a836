/** The promises of docs/cost.md about a letter's price, and about the table's room to grow. */
import { livesInDays, payer, promisedUsd } from '../bench/cost/assumed.ts';
import { busiest, indexBears, mostJobsAMonth, sharedPartitions, writtenTo } from '../bench/cost/capacity.ts';
import { openDesk } from '../bench/cost/desk.ts';
import { idleUsage, starts } from '../bench/cost/fixed.ts';
import { abandoned, life } from '../bench/cost/lives.ts';
import { usualLetter, wholeLife } from '../bench/cost/operation.ts';
import { plus, usdOf } from '../bench/cost/prices.ts';

const notify = { webhook_url: 'https://shop.example.com/hooks', email: 'ada@example.com' };

test('a thousand letters of six days cost no more of AWS than is promised, with the starts of functions that slept', async () => {
  const letter = await usualLetter(3);
  const { usage, seen } = letter;
  const cold = starts([[letter, 1]], 1_000);
  expect(usdOf(cold)).toBeGreaterThan(usdOf(starts([[letter, 1]], 1_000_000)));
  expect(1_000 * usdOf(plus(usage, cold))).toBeLessThanOrEqual(promisedUsd.letters);
  // Nine readings, one question to the payment provider and the order itself: a message each, and none twice.
  expect(seen.messages).toBeLessThanOrEqual(11);
});

test('no part of an index is full at the most jobs that the page speaks of', async () => {
  const told = await usualLetter(1, notify);
  const unpaid = await wholeLife(abandoned, 1);
  const shares = Object.keys(sharedPartitions).map((start) => {
    const ofOneJob = writtenTo(told.seen, start) + payer.unpaidJobs * writtenTo(unpaid.seen, start);
    expect(ofOneJob).toBeGreaterThan(0);
    return (busiest(mostJobsAMonth) * ofOneJob) / indexBears;
  });
  expect(Math.max(...shares)).toBeLessThan(1);
});

test('a month without callers costs no more than is promised, and a quiet stage much less', () => {
  expect(usdOf(idleUsage({}, true))).toBeLessThanOrEqual(promisedUsd.idle);
  expect(usdOf(idleUsage({ isQuiet: true }, false))).toBeLessThanOrEqual(promisedUsd.quiet);
});

test('two letters to one address write to no item together but to what is remembered of the address', async () => {
  const { shape, prepare, act } = life({ days: livesInDays.usual });
  const desk = openDesk(shape);
  const live = async () => act(desk, await prepare(desk));
  await live();
  const before = new Map(desk.table.byItem);
  await live();
  const shared = [...desk.table.byItem].filter(([id, units]) => before.has(id) && units !== before.get(id));
  expect(shared.map(([id]) => id.split('_')[0])).toEqual(['answer']);
});
