/** Fax numbers: one format, two countries, no premium rates. Our tables are compared with a telephone library. */
import { readFileSync } from 'node:fs';
// `max` also knows the type of a number, such as toll-free.
import parseWithType from 'libphonenumber-js/max';
import parsePhoneNumber from 'libphonenumber-js/min';
import { numberingPlan } from '../../../bin/build-numbering-plan.ts';
import { provinces } from '../../../shared/domain/money.ts';
import { formatFaxNumber } from '../../../shared/products/fax/fax.ts';
import { faxNumberProblems, provincesOfAreaCode, toFaxNumber } from '../../../shared/products/fax/fax-number.ts';

test.each([
  ['+12125550101', { country: 'US' }],
  [' +12125550101\n', { country: 'US' }],
  ['+14165550101', { country: 'CA', province: 'ON' }],
  ['+15145550101', { country: 'CA', province: 'QC' }],
  ['+19025550101', { country: 'CA', province: 'NS', sharedBy: ['NS', 'PE'] }],
  ['+17825550101', { country: 'CA', province: 'NS', sharedBy: ['NS', 'PE'] }],
  ['+18675550101', { country: 'CA', province: 'YT', sharedBy: ['YT', 'NT', 'NU'] }],
  ['+18005550101', { country: 'US' }],
  ['+18004110101', { country: 'US' }],
])('the fax number %j is accepted', (text, place) => {
  expect(toFaxNumber(text)).toEqual({ ok: true, number: { e164: text.trim(), ...place } });
});

test.each([
  ['format', '+1 (212) 555-0101'],
  ['format', '+1-212-555-0101'],
  ['format', '12125550101'],
  ['format', '2125550101'],
  ['format', '0012125550101'],
  ['format', '+1212555010'],
  ['format', '+121255501011'],
  ['format', '+１２１２５５５０１０１'],
  ['format', '+12125550101 ext 5'],
  ['format', ''],
  ...['+442079460000', '+33142685300', '+999123456789'].map((text) => ['abroad', text] as const),
  ['premium', '+19005550101'],
  ['premium', '+12129760101'],
  ...'500 521 522 523 524 525 526 527 528 529 532 533 544 566 577 588'
    .split(' ')
    .map((code) => ['personal', `+1${code}5550101`] as const),
  ...'600 622 633 644 655 677 688'.split(' ').map((code) => ['personal', `+1${code}5550101`] as const),
  ['invalid', '+18765550101'], // Jamaica
  ['invalid', '+17875550101'], // Puerto Rico
  ['invalid', '+10005550101'],
  ['invalid', '+12121110101'],
  ['invalid', '+19115550101'],
  ['invalid', '+12129110101'],
  ['invalid', '+12125551212'],
  ['invalid', '+13875550101'], // reserved for Toronto
] as const)('a fax number is refused as %s: %j', (reason, text) => {
  expect(toFaxNumber(text)).toEqual({ ok: false, field: 'to_number', problem: faxNumberProblems[reason] });
});

test('a fax number is shown in groups', () => {
  expect(formatFaxNumber('+12125550101')).toBe('+1 212-555-0101');
});

test('the table of area codes is what its generator makes from the installed library', () => {
  const path = new URL('../../../shared/products/fax/numbering-plan.json', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(numberingPlan());
});

test('numbers with any area code and exchange belong to the country that the library gives for them', () => {
  const countryOf = (e164: string): string | undefined => {
    // US area codes that are newer than the library.
    if (/^\+1(?:357|436|621|679|861)[2-9]/.test(e164)) return 'US';
    const number = parsePhoneNumber(e164);
    return number?.isValid() ? number.country : undefined;
  };
  const { premium, personal } = faxNumberProblems;
  const exchanges = ['000', '155', '210', '255', '555', '912', '999'];
  const results = Array.from({ length: 1_000 }, (_, code) => `+1${String(code).padStart(3, '0')}`)
    .flatMap((area) => exchanges.map((exchange) => `${area}${exchange}0101`))
    .map((number) => ({ number, result: toFaxNumber(number) }))
    .filter(({ result }) => result.ok || (result.problem !== premium && result.problem !== personal));
  const accepted = results.flatMap(({ number, result }) => (result.ok ? [[number, result.number.country]] : []));
  const valid = results.map(({ number }) => [number, countryOf(number)]);
  expect(accepted).toEqual(valid.filter(([, country]) => country === 'US' || country === 'CA'));
  expect(accepted.length).toBeGreaterThan(1_000);
});

/** Whether an area code is Canadian and geographic, unlike toll-free, satellite and personal codes. */
function isGeographic(code: string): boolean {
  const number = parseWithType(`+1${code}5551234`);
  return number?.isValid() === true && number.country === 'CA' && number.getType() === 'FIXED_LINE_OR_MOBILE';
}

test('the table has every geographic area code of Canada and no other, and each province has one', () => {
  const codes = Array.from({ length: 1_000 }, (_, code) => String(code).padStart(3, '0'));
  const listed = codes.filter((code) => provincesOfAreaCode(code).length > 0);
  expect(listed).toEqual(codes.filter(isGeographic));
  expect(listed.length).toBe(56);
  expect(new Set(listed.flatMap(provincesOfAreaCode))).toEqual(new Set(Object.keys(provinces)));
});

test.each([
  ['416 942 807', 'ON'],
  ['514 263 273', 'QC'],
  ['604 257', 'BC'],
  ['403 368', 'AB'],
  ['204 584', 'MB'],
  ['306 474', 'SK'],
  ['506 428', 'NB'],
  ['709 879', 'NL'],
  ['902 782', 'NS PE'],
  ['867', 'YT NT NU'],
])('the area codes %s belong to %s', (codes, places) => {
  for (const code of codes.split(' ')) expect(provincesOfAreaCode(code)).toEqual(places.split(' '));
});

test.each(['600', '800', '900', '212', ''])('the area code "%s" has no province', (code) => {
  expect(provincesOfAreaCode(code)).toEqual([]);
});
