/** Warnings as payers read them, in both languages: every one that exists. */
import { sentenceForCallers } from '../../shared/core/warnings/for-callers.ts';
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
      // A dot between two figures is money.
      expect(sentence).not.toMatch(/(?!\d\.\d)\w\.\w|[a-z][A-Z]|_|[<>{}]|undefined/);
      expect(sentence).not.toBe(forCallers);
    }
    expect(inFrench).not.toBe(inEnglish);
    expect(inFrench).not.toMatch(/\b(the|and|pages? \d+ to|recipient|sender|address)\b/i);
  },
);

test('the sentence names what was given and the pages it is about', () => {
  const odd = { code: 'postal_code_odd', at: 'letter.to', country: 'US', given: '1220' } as const;
  expect(warningForPayers(odd, english)).toBe('The ZIP code of the recipient, 1220, looks incomplete or wrong.');
  const gray = { code: 'fax_grey', pages: [1, 2, 9] } as const;
  expect(warningForPayers(gray, english)).toMatch(/: pages 1, 2, and 9\.$/);
  expect(warningForPayers(gray, quebec)).toMatch(/: pages 1, 2 et 9\.$/);
});

test.each([
  [{ code: 'postal_code_elsewhere', given: 'K1A 0B1', region: 'QC' }, 'postal code of the sender, K1A 0B1, .* QC'],
  [{ code: 'characters_unprintable', given: '漢字' }, 'of the sender .*: 漢 and 字'],
  [{ code: 'region_missing' }, 'sender’s address names no province'],
] as const)('%j is told with its facts', (facts, sentence) => {
  const warning = { at: 'letter.from', country: 'CA', ...facts } as const;
  expect(warningForPayers(warning, english)).toMatch(new RegExp(sentence));
});
