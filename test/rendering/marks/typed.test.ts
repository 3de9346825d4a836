/** Typed signatures: their face, their size, and names that cannot be set. */
import { prepareName } from '../../../shared/rendering/marks/typed.ts';
import { papers } from '../../support/rendering/papers.ts';

const column = 6.5 * 72;

test.each([
  ['Ada Lovelace', 'script', 26],
  ['Zoë Tremblay-Côté', 'script', 26],
  ['Łukasz Nowak', 'script', 26],
  ['Đặng Thị Nguyễn', 'script', 26],
  ['Иван Петров', 'italic', 26],
  ['Ada Πετρίδη', 'italic', 26],
  ['Maximiliana Alexandrina Wolfeschlegelsteinhausenbergerdorff', 'script', 20],
] as const)('%s is set in %s', (typed, face, fontSizePt) => {
  const result = prepareName(typed, papers.letter);
  if (!result.ok) throw new Error(result.problem);
  expect(result.name).toMatchObject({ typed, face, fontSizePt });
  expect(result.name.widthPt).toBeLessThanOrEqual(column);
});

test.each([
  ['愛子', 'U+611B (愛) cannot be printed'],
  ['Ada ✓', 'U+2713 (✓) cannot be printed'],
  ['Ada 🖋', 'U+1F58B (🖋) cannot be printed'],
  ['עדה', 'right only'],
])('%s is refused by the name of its character', (typed, said) => {
  expect(prepareName(typed, papers.letter)).toMatchObject({ ok: false, problem: expect.stringContaining(said) });
});
