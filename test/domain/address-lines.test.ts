/** Units, PO boxes and missing parts are recognized in the two street lines of an address. */
import { missingParts } from '../../shared/domain/address.ts';
import { hasHouseNumber, isUnit } from '../../shared/domain/addresses/parts.ts';

/** `[line 1, line 2, missing parts]`; all streets are invented. */
const lines: readonly (readonly [string, string | undefined, string])[] = [
  ['12 Analytical Way', undefined, ''],
  ['12 Analytical Way', 'Apt 4', ''],
  ['12 Analytical Way Apt. 4B', undefined, ''],
  ['One Bernoulli Street', undefined, ''],
  ['Fifteen Bernoulli Street', undefined, ''],
  ['Fifty South Sixth Street', undefined, ''],
  ['Forty-Second Street', undefined, 'house_number_missing'],
  ['Bernoulli Street', undefined, 'house_number_missing'],
  ['Bernoulli St.', 'Apt 4', ''],
  ['Bernoulli Ave NW', undefined, 'house_number_missing'],
  ['rue Bernoulli', undefined, 'house_number_missing'],
  ['12, rue Bernoulli', undefined, ''],
  ['rue Bernoulli', '12', ''],
  ['chemin de la Machine Ouest', undefined, 'house_number_missing'],
  ['Bernoulli Hall', undefined, ''],
  ['St. Babbage Hospital', undefined, ''],
  ['PO Box 17', undefined, ''],
  ['P.O. Box 17', '12 Analytical Way', ''],
  ['C.P. 17', 'Succ. Centre-Ville', ''],
  ['PO Box', undefined, 'box_number_missing'],
  ['P.O. Box #', undefined, 'box_number_missing'],
  ['Case postale', undefined, 'box_number_missing'],
  ['RR 2 Site 4 Comp 9', undefined, ''],
  ['General Delivery', undefined, ''],
  ['HC 4 Box 12', undefined, ''],
  ['PSC 3 Box 1234', undefined, ''],
  ['12 Analytical Way', 'Apt', 'unit_number_missing'],
  ['12 Analytical Way Apt.', undefined, 'unit_number_missing'],
  ['12 Analytical Way', 'Suite #', 'unit_number_missing'],
  ['12 Analytical Way #', undefined, 'unit_number_missing'],
  ['12 Analytical Way, Apt', undefined, 'unit_number_missing'],
  ...['Appeals Unit', 'Executive Suite', 'Rear Apt'].map((unit) => ['12 Analytical Way', unit, ''] as const),
  ['12 Analytical Way Lower Unit', undefined, ''],
  ['12 Analytical Way, Appeals Unit', undefined, ''],
  ['12 Analytical Way', '3rd Party Billing Unit', ''],
  ['N6W23001 Analytical Way Apt', undefined, 'unit_number_missing'],
  ['12', undefined, 'street_missing'],
  ['12-34', 'Apt 4', 'street_missing'],
  ['12', 'Analytical Way', ''],
  ['', undefined, ''],
];

const titled = lines.map(([first, second = '', parts]) => [first, second, parts || 'nothing'] as const);

test.each(titled)('missing from the street lines "%s", "%s": %s', (first, second, parts) => {
  expect(missingParts(first, second).join(' ') || 'nothing').toBe(parts);
});

test.each(['Apt 4', 'Apt. 4B', '# 4', '#4', 'Unit 12', 'Suite 200', 'Ste 200', 'bureau 12', 'Floor 3', 'app. 7'])(
  '%s is a unit and not a street',
  (line) => {
    expect([isUnit(line), hasHouseNumber(line)]).toEqual([true, false]);
  },
);

test.each(['12 Apt Way', 'Suite Street', 'Unity Road 4', 'Apt', '12 Analytical Way', 'PO Box 4'])(
  '%s is not a unit',
  (line) => {
    expect(isUnit(line)).toBe(false);
  },
);
