/** The promises of docs/cost.md, and room for the table to grow. */
import { promisedUsd } from '../support/cost/assumed.ts';
import { idleUsage } from '../support/cost/idle.ts';
import { startsOf, usualLetter } from '../support/cost/letter.ts';
import { plus, usdOf } from '../support/cost/prices.ts';

test('a thousand letters of six days cost no more of AWS than is promised, with the starts of functions that slept', async () => {
  const letter = await usualLetter();
  const cold = startsOf(letter, 1_000);
  expect(usdOf(cold)).toBeGreaterThan(usdOf(startsOf(letter, 1_000_000)));
  expect(1_000 * usdOf(plus(letter.usage, cold))).toBeLessThanOrEqual(promisedUsd.letters);
  // Nine readings, one question to the payment provider and the order itself: a message each, and none twice.
  expect(letter.messages).toBeLessThanOrEqual(11);
});

test('a month without callers costs no more than is promised, and a quiet stage much less', () => {
  expect(usdOf(idleUsage({}, true))).toBeLessThanOrEqual(promisedUsd.idle);
  expect(usdOf(idleUsage({ isQuiet: true }, false))).toBeLessThanOrEqual(promisedUsd.quiet);
});
