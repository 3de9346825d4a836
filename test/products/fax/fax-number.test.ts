/** Fax numbers: one form, two countries, no premium rates, and no answer that says the number back. */
import { formatFaxNumber } from '../../../shared/products/fax/fax.ts';
import { faxNumberProblems, toFaxNumber } from '../../../shared/products/fax/fax-number.ts';

test.each([
  ['+12125550101', { country: 'US' }],
  [' +12125550101\n', { country: 'US' }],
  ['+14165550101', { country: 'CA', province: 'ON' }],
  ['+15145550101', { country: 'CA', province: 'QC' }],
  ['+19025550101', { country: 'CA', province: 'NS', provinces: ['NS', 'PE'] }],
  ['+17825550101', { country: 'CA', province: 'NS', provinces: ['NS', 'PE'] }],
  ['+18675550101', { country: 'CA', province: 'YT', provinces: ['YT', 'NT', 'NU'] }],
  ['+18005550101', { country: 'US' }],
])('%j is taken', (text, place) => {
  expect(toFaxNumber(text)).toEqual({ ok: true, number: { e164: text.trim(), ...place } });
});

test.each([
  ['form', '+1 (212) 555-0101'],
  ['form', '+1-212-555-0101'],
  ['form', '12125550101'],
  ['form', '2125550101'],
  ['form', '0012125550101'],
  ['form', '+1212555010'],
  ['form', '+121255501011'],
  ['form', '+１２１２５５５０１０１'],
  ['form', '+12125550101 ext 5'],
  ['form', ''],
  ['premium', '+19005550101'],
  ['premium', '+12129760101'],
  ...'500 521 522 523 524 525 526 527 528 529 532 533 544 566 577 588'
    .split(' ')
    .map((code) => ['personal', `+1${code}5550101`] as const),
  ...'600 622 633 644 655 677 688'.split(' ').map((code) => ['personal', `+1${code}5550101`] as const),
  ['invalid', '+10005550101'],
  ['invalid', '+12121110101'],
  ['invalid', '+19115550101'],
  ['invalid', '+13875550101'], // held back for Toronto
] as const)('refused for its %s: %j', (reason, text) => {
  expect(toFaxNumber(text)).toEqual({ ok: false, field: 'to_number', problem: faxNumberProblems[reason] });
});

test.each([
  ['+442079460000', 'elsewhere (United Kingdom)'],
  ['+33142685300', 'elsewhere (France)'],
  ['+18765550101', 'elsewhere (Jamaica)'],
  ['+12425550101', 'elsewhere (Bahamas)'],
  ['+18095550101', 'elsewhere (Dominican Republic)'],
  ['+17875550101', 'elsewhere (Puerto Rico)'],
  ['+16715550101', 'elsewhere (Guam)'],
  ['+16845550101', 'elsewhere (American Samoa)'],
  ['+999123456789', 'elsewhere'],
])('%s is refused, and told where it is: %s', (text, where) => {
  const problem = `is a number ${where}: faxes go to US and Canadian numbers only.`;
  expect(toFaxNumber(text)).toEqual({ ok: false, field: 'to_number', problem });
});

test('people read it in groups', () => {
  expect(formatFaxNumber('+12125550101')).toBe('+1 212-555-0101');
});
