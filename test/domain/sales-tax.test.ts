/** Canadian sales tax to the cent, calculated by hand, and the names of provinces. */
import {
  type ProvinceCode,
  provinceNamed,
  provinces,
  provincesOfPostalCode,
  salesTax,
} from '../../shared/domain/money.ts';
import { pageAt, tableOf } from '../support/markdown.ts';

/** In cents. */
const amounts = [100, 615, 644, 700, 5_112, 9_999, 100_000] as const;
const gst = ['GST 5%', 5, 31, 32, 35, 256, 500, 5_000] as const;
const hst15 = ['HST 15%', 15, 92, 97, 105, 767, 1_500, 15_000] as const;

const expected: Record<ProvinceCode, readonly [label: string, ...cents: number[]]> = {
  AB: gst,
  BC: gst,
  MB: gst,
  NB: hst15,
  NL: hst15,
  NS: ['HST 14%', 14, 86, 90, 98, 716, 1_400, 14_000],
  NT: gst,
  NU: gst,
  ON: ['HST 13%', 13, 80, 84, 91, 665, 1_300, 13_000],
  PE: hst15,
  QC: ['GST+QST 14.975%', 15, 92, 96, 105, 766, 1_497, 14_975],
  SK: gst,
  YT: gst,
};
const codes = Object.keys(expected) as ProvinceCode[];

test.each(codes)('the sales tax of %s is exact to the cent', (code) => {
  const [label, ...cents] = expected[code];
  expect(amounts.map((amount) => salesTax(amount, 'CA', code))).toEqual(cents.map((tax) => ({ label, cents: tax })));
});

test('US orders are not taxed, even if they name a province, and an unknown Canadian province pays GST', () => {
  expect([salesTax(100_000, 'US', undefined), salesTax(100_000, 'US', 'ON')]).toEqual([undefined, undefined]);
  expect(salesTax(615, 'CA', undefined)).toEqual({ label: 'GST 5%', cents: 31 });
});

test('half a cent of tax is rounded up, and less is rounded down', () => {
  expect([9, 10, 11].map((amount) => salesTax(amount, 'CA', 'AB')?.cents)).toEqual([0, 1, 1]);
});

const names: Record<ProvinceCode, readonly string[]> = {
  AB: ['AB', 'ab', 'Alberta', 'ALBERTA', 'Alb.'],
  BC: ['BC', 'bc', 'British Columbia', 'british  columbia', 'Colombie-Britannique', 'COLOMBIE BRITANNIQUE'],
  MB: ['MB', 'Manitoba', ' manitoba '],
  NB: ['NB', 'New Brunswick', 'new-brunswick', 'Nouveau-Brunswick', 'nouveau brunswick'],
  NL: 'NL|Newfoundland and Labrador|Newfoundland|Labrador|Terre-Neuve-et-Labrador|terre neuve et labrador'.split('|'),
  NS: ['NS', 'Nova Scotia', 'Nouvelle-Écosse', 'Nouvelle-Ecosse', 'NOUVELLE-ÉCOSSE', 'nouvelle e\u0301cosse'],
  NT: ['NT', 'Northwest Territories', 'Territoires du Nord-Ouest', 'territoires du nord ouest', 'T.N.-O.', 'T. N.-O.'],
  NU: ['NU', 'Nunavut', 'Nunavut Territory'],
  ON: ['ON', 'on', 'On', 'Ontario', 'ONTARIO', 'ontario.'],
  PE: ['PE', 'Prince Edward Island', 'Île-du-Prince-Édouard', 'Ile-du-Prince-Edouard', 'île du prince édouard'],
  QC: ['QC', 'qc', 'Quebec', 'Québec', 'QUÉBEC', 'Que\u0301bec'],
  SK: ['SK', 'Saskatchewan'],
  YT: ['YT', 'Yukon', 'Yukon Territory', 'Territoire du Yukon', 'Yn'],
};

test.each(codes.flatMap((code) => names[code].map((name) => [name, code] as const)))(
  'the province "%s" is %s',
  (name, code) => {
    expect(provinceNamed(name)).toBe(code);
  },
);

test.each(['', '  ', 'NY', 'Texas', 'Onta', 'Ontarioo', 'North', 'QB', 'Canada', '安大略', '__proto__', 'constructor'])(
  '"%s" is not a province',
  (name) => {
    expect(provinceNamed(name)).toBeUndefined();
  },
);

test('the first letter of a postal code decides its province, in upper or lower case', () => {
  const byLetter = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (start) => provincesOfPostalCode(`${start}1A`)[0] ?? '-');
  expect(byLetter.join(' ')).toBe('NL NS PE - NB - QC QC - QC ON ON ON ON - ON - MB SK AB - BC - NT YT -');
  expect(provincesOfPostalCode(' h2x 1y4')).toEqual(['QC']);
  expect(['', '90210'].flatMap(provincesOfPostalCode)).toEqual([]);
});

test('docs/contract.md lists the sales tax of every province, with a label that names its rate', () => {
  const taxes = Object.groupBy(Object.entries(provinces), ([, { label }]) => label);
  const rows = Object.entries(taxes).map(([label, members = []]) => [label, members.map(([code]) => code).join(', ')]);
  expect(tableOf(pageAt('docs/contract.md'), 'Sales tax', 'Tax').rows).toEqual(rows);
  for (const { label, rate } of Object.values(provinces)) expect(label).toContain(` ${rate / 1_000}%`);
});
