/** The table of telephone numbers, held against the telephone library that it is made of. */
import { readFileSync } from 'node:fs';
import parsePhoneNumber from 'libphonenumber-js/min';
import { numberingPlan } from '../../../bin/build-numbering-plan.ts';
import { faxNumberProblems, toFaxNumber } from '../../../shared/products/fax/fax-number.ts';

test('the checked-in table is what the generator makes of the installed library', () => {
  const path = new URL('../../../shared/products/fax/numbering-plan.json', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(numberingPlan());
});

/** Where the library puts a number of ten digits; undefined if it knows none like it. */
function placeOf(e164: string): string | undefined {
  const number = parsePhoneNumber(e164);
  return number?.isValid() ? number.country : undefined;
}

const ownPlaceOf = (e164: string): string => {
  const read = toFaxNumber(e164);
  if (read.ok) return read.number.country;
  const [reason = 'elsewhere'] =
    Object.entries(faxNumberProblems).find(([, problem]) => problem === read.problem) ?? [];
  return reason;
};

test('every area code is where the library says, whatever the exchange', () => {
  const exchanges = ['000', '155', '210', '255', '555', '911', '999'];
  const numbers = Array.from({ length: 1_000 }, (_, code) => `+1${String(code).padStart(3, '0')}`).flatMap((area) =>
    exchanges.map((exchange) => `${area}${exchange}0101`),
  );
  const judged = numbers.filter((number) => !['premium', 'personal'].includes(ownPlaceOf(number)));
  const taken = judged.filter((number) => ['US', 'CA'].includes(ownPlaceOf(number)));
  expect(taken.map((number) => [number, ownPlaceOf(number)])).toEqual(
    judged.filter((number) => /^(?:US|CA)$/.test(placeOf(number) ?? '')).map((number) => [number, placeOf(number)]),
  );
  const abroad = judged.filter((number) => (placeOf(number) ?? 'US') !== 'US' && placeOf(number) !== 'CA');
  expect(abroad.length).toBeGreaterThan(100);
  expect(new Set(abroad.map(ownPlaceOf))).toEqual(new Set(['elsewhere']));
  expect(taken.length).toBeGreaterThan(1_000);
});
