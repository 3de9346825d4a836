/** The table of Canadian area codes, held against the telephone library's own. */
import parsePhoneNumber from 'libphonenumber-js/max';
import { provinces } from '../../../shared/domain/money.ts';
import { provincesOfAreaCode } from '../../../shared/products/fax/fax-number.ts';

/** Canadian by its country, and rung at a place: toll-free, satellite and personal codes are not. */
function isGeographic(code: string): boolean {
  const number = parsePhoneNumber(`+1${code}5551234`);
  return number?.isValid() === true && number.country === 'CA' && number.getType() === 'FIXED_LINE_OR_MOBILE';
}

test('every geographic area code of Canada is in the table, no other, and each province has one', () => {
  const codes = Array.from({ length: 1_000 }, (_, code) => String(code).padStart(3, '0'));
  const known = codes.filter((code) => provincesOfAreaCode(code).length > 0);
  expect(known).toEqual(codes.filter(isGeographic));
  expect(known.length).toBe(56);
  expect(new Set(known.flatMap(provincesOfAreaCode))).toEqual(new Set(Object.keys(provinces)));
});

test.each([
  ['416', 'ON'],
  ['942', 'ON'],
  ['807', 'ON'],
  ['514', 'QC'],
  ['263', 'QC'],
  ['273', 'QC'],
  ['604', 'BC'],
  ['257', 'BC'],
  ['403', 'AB'],
  ['368', 'AB'],
  ['204', 'MB'],
  ['584', 'MB'],
  ['306', 'SK'],
  ['474', 'SK'],
  ['506', 'NB'],
  ['428', 'NB'],
  ['709', 'NL'],
  ['879', 'NL'],
  ['902', 'NS', 'PE'],
  ['782', 'NS', 'PE'],
  ['867', 'YT', 'NT', 'NU'],
])('%s is of %s', (code, ...places) => {
  expect(provincesOfAreaCode(code)).toEqual(places);
});

test.each(['600', '622', '800', '833', '900', '212', '876', '000', ''])('"%s" has no province', (code) => {
  expect(provincesOfAreaCode(code)).toEqual([]);
});
