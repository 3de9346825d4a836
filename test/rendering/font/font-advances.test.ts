import { readFileSync } from 'node:fs';
import { fontAdvancesSource } from '../../../bin/build-font-advances.ts';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';

test('the checked-in table is what the generator makes of the installed font', () => {
  const checkedIn = readFileSync(new URL('../../../shared/rendering/font/font-advances.ts', import.meta.url), 'utf8');
  expect(checkedIn).toBe(fontAdvancesSource());
});

test.each([
  ['A', 1479],
  ['é', 909],
  ['\u00a0', 512],
  ['Ж', 1835],
  ['😀', undefined],
  ['漢', undefined],
  ['\u0007', undefined],
])('the advance of %j is %p font units', (character, units) => {
  expect(advanceOf(character.codePointAt(0) ?? 0)).toBe(units);
});
