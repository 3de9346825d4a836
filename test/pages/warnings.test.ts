/** Every warning as payers see it, in both languages. */
import { sentenceForCallers } from '../../shared/domain/warnings/for-callers.ts';
import { warningForPayers } from '../../shared/pages/pay/warnings.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';

const english = readerFor({ operator: {}, isTest: false });
const quebec = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });

test.each(everyWarning.map((warning) => [sentenceForCallers(warning), warning] as const))(
  '%s',
  (forCallers, warning) => {
    const [inEnglish, inFrench] = [warningForPayers(warning, english), warningForPayers(warning, quebec)];
    for (const sentence of [inEnglish, inFrench]) {
      expect(sentence).toMatch(/^[A-ZÀ-Ý].*\.$/);
      // A period between two digits is part of an amount.
      expect(sentence).not.toMatch(/(?!\d\.\d)\w\.\w|[a-z][A-Z]|_|[<>{}]|undefined/);
      expect(sentence).not.toBe(forCallers);
    }
    expect(inFrench).not.toBe(inEnglish);
    expect(inFrench).not.toMatch(/\b(the|and|pages? \d+ to|recipient|sender|address)\b/i);
  },
);

test('a warning names the value and the pages that it is about', () => {
  const odd = { code: 'postal_code_odd', at: 'letter.to', country: 'US', input: '1220' } as const;
  expect(warningForPayers(odd, english)).toBe('The ZIP code of the recipient, 1220, looks incomplete or wrong.');
  const gray = { code: 'fax_grey', pages: [1, 2, 9] } as const;
  expect(warningForPayers(gray, english)).toMatch(/: pages 1, 2, and 9\.$/);
  expect(warningForPayers(gray, quebec)).toMatch(/: pages 1, 2 et 9\.$/);
});

test.each([
  [{ code: 'postal_code_elsewhere', input: 'K1A 0B1', region: 'QC' }, 'postal code of the sender, K1A 0B1, .* QC'],
  [{ code: 'characters_unprintable', input: '漢字' }, 'of the sender .*: 漢 and 字'],
  [{ code: 'region_missing' }, 'sender’s address names no province'],
] as const)('the warning %j names its facts', (facts, sentence) => {
  const warning = { at: 'letter.from', country: 'CA', ...facts } as const;
  expect(warningForPayers(warning, english)).toMatch(new RegExp(sentence));
});

test.each([
  ['field_unknown', /^We ignored part of this request/],
  ['address_zone_used', /printed at the top of page 1/],
  ['address_zone_unchecked', /check the top of page 1/],
  ['scripts_left_out', /only work on a screen/],
  ['shadow_left_out', /only work on a screen/],
  ['clipped', /hidden and won’t print/],
  ['left_out_of_message', /below a check\. Left out of the message: \w/],
  ['fax_grey', /Gray or colored areas .*: pages? \d/],
  ['fax_hairlines', /Thin lines may be lost: pages? \d/],
  ['pages_turned', /turned wide pages sideways .*: pages? \d/],
  ['pages_fitted', /corrected the size .* to the sheet.*: pages? \d/],
  ['pages_shrunk', /fitted these pages to the sheet.*: pages? \d/],
  ['links_left_out', /the document’s links/],
  ['attached_files_left_out', /files that are attached/],
  ['photo_coarse', /picture’s resolution is low/],
  ['fax_unchecked', /check these pages for them: pages? \d/],
  ['not_drawn_in_advance', /look closely before you pay: pages? \d/],
  ['flat_envelope', /mailed flat in a large envelope, at the same price/],
  ['page_slow', /a picture may be missing.*: pages? \d/],
] as const)('%s has its own sentence', (code, sentence) => {
  const warnings = everyWarning.filter((warning) => warning.code === code);
  expect(warnings.length).toBeGreaterThan(0);
  for (const warning of warnings) expect(warningForPayers(warning, english)).toMatch(sentence);
});

test('a check names the currency that it is in', () => {
  const usd = { code: 'check_currency', currency: 'USD', country: 'CA' } as const;
  expect(warningForPayers(usd, english)).toMatch(/in US dollars and goes to Canada/);
  expect(warningForPayers({ ...usd, currency: 'CAD', country: 'US' }, english)).toMatch(/Canadian dollars .* the US/);
});
