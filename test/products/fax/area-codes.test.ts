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

test('area codes lead to the provinces that they serve', () => {
  const served = '416 942 807 ON|514 263 273 QC|604 257 BC|403 368 AB|204 584 MB|306 474 SK|506 428 NB|709 879 NL';
  for (const row of [...served.split('|'), '902 782 NS PE', '867 YT NT NU']) {
    const words = row.split(' ');
    const places = words.filter((word) => /[A-Z]/.test(word));
    for (const code of words.filter((word) => /\d/.test(word)))
      expect([code, ...provincesOfAreaCode(code)]).toEqual([code, ...places]);
  }
});

test.each(['600', '622', '800', '833', '900', '212', '876', '000', ''])('"%s" has no province', (code) => {
  expect(provincesOfAreaCode(code)).toEqual([]);
});
