/** Full names are split into first and last name, as print partners require. Only "Last, First" changes the order of words. */
import fc from 'fast-check';
import { splitName } from '../../shared/domain/address.ts';

/** `first | last`, or only the first name. */
const names: readonly (readonly [name: string, parts: string])[] = [
  // One word is a first name.
  ['Madonna', 'Madonna'],
  ['Jr.', 'Jr.'],
  ['van', 'van'],
  ['  Ada  ', 'Ada'],
  // Two or more words.
  ['Ada Lovelace', 'Ada | Lovelace'],
  ['Ada Augusta King Lovelace', 'Ada Augusta King | Lovelace'],
  // Particles begin the last name, in any case, but never leave the first name empty.
  ['Ludwig van Beethoven', 'Ludwig | van Beethoven'],
  ['LUDWIG VAN BEETHOVEN', 'LUDWIG | VAN BEETHOVEN'],
  ['Oscar de la Renta', 'Oscar | de la Renta'],
  ['Maria del Carmen Garcia', 'Maria del Carmen | Garcia'],
  ['Eva St. John', 'Eva | St. John'],
  ['Van Morrison', 'Van | Morrison'],
  ['de la Cruz', 'de | la Cruz'],
  // Suffixes stay with the last name.
  ['Martin Luther King Jr.', 'Martin Luther | King Jr.'],
  ['Martin Luther King, Jr.', 'Martin Luther | King, Jr.'],
  ['Mary Ann van der Berg III', 'Mary Ann | van der Berg III'],
  ['Grace Hopper, Ph. D.', 'Grace Hopper, Ph. | D.'],
  ['Ada Jr.', 'Ada | Jr.'],
  // "Last, First" is put into reading order.
  ['Lovelace, Ada', 'Ada | Lovelace'],
  ['van Gogh, Vincent', 'Vincent | van Gogh'],
  ['Gogh, Vincent van', 'Vincent | van Gogh'],
  ['King, Martin Luther, Jr.', 'Martin Luther | King Jr.'],
  ['LOVELACE, PHILIPPA', 'PHILIPPA | LOVELACE'],
  ['Smith, Jr., John', 'John | Smith Jr.'],
  ['Tolkien, J. R. R.', 'J. R. R. | Tolkien'],
  ['SMITH JR, JOHN W', 'JOHN W | SMITH JR'],
  ['SMITH, JOHN A JR', 'JOHN A | SMITH JR'],
  ['Jr., Smith, John', 'John | Smith Jr.'],
  ['de la Renta, Oscar', 'Oscar | de la Renta'],
  ["O'Brien-Smith, Mary Ann", "Mary Ann | O'Brien-Smith"],
  // Any other comma may separate something else. If the words changed places, the check would be for someone else.
  ['University of California, Berkeley', 'University of California, | Berkeley'],
  ['Berkeley, University of California', 'Berkeley, University of | California'],
  ['Internal Revenue Service, Austin', 'Internal Revenue Service, | Austin'],
  ['Smith, Jones & Associates', 'Smith, Jones & | Associates'],
  ['Smith, Jones and Brown LLP', 'Smith, Jones and | Brown LLP'],
  ['Smith, Jones, Brown', 'Smith, Jones, | Brown'],
  ['Bill Smith, Sunrise Apartments', 'Bill Smith, Sunrise | Apartments'],
  ['Bill and Mary Smith, Trustees', 'Bill and Mary Smith, | Trustees'],
  ['Smith, Trustees', 'Smith, | Trustees'],
  ['Ada Lovelace, Acme Inc.', 'Ada Lovelace, | Acme Inc.'],
  ['Sunrise, Acme Inc.', 'Sunrise, | Acme Inc.'],
  ['Sunrise Properties, A Limited Partnership', 'Sunrise Properties, A Limited | Partnership'],
  ['BOIES, SCHILLER & FLEXNER', 'BOIES, SCHILLER & | FLEXNER'],
  ['WELLS FARGO BANK, N.A.', 'WELLS FARGO BANK, | N.A.'],
  ['SMITH, PLLC', 'SMITH, | PLLC'],
  ['Smith, P.C.', 'Smith, | P.C.'],
  ['Sunrise, Ada, Inc.', 'Sunrise, | Ada, Inc.'],
  ['Smith, Rental Properties', 'Smith, Rental | Properties'],
  ['JANE ROE, LCSW', 'JANE ROE, | LCSW'],
  ['Clerk, U.S. District Court', 'Clerk, U.S. District | Court'],
  ['Vanguard, FBO Jane Doe', 'Vanguard, FBO Jane | Doe'],
  ['Attn: Bill Smith, Sunrise LLC', 'Attn: Bill Smith, | Sunrise LLC'],
  // Companies and credentials are not reordered.
  ['Acme, Inc.', 'Acme, | Inc.'],
  ['Roe & Sons, P.C.', 'Roe & Sons, | P.C.'],
  ['Jane Roe, LCSW', 'Jane Roe, | LCSW'],
  ['Jane Roe, Attorney at Law', 'Jane Roe, Attorney at | Law'],
  ['Tremblay et Fils, ltée', 'Tremblay et | Fils, ltée'],
  // Hyphens and apostrophes are part of a word.
  ['Irène Joliot-Curie', 'Irène | Joliot-Curie'],
  ["Conan O'Brien", "Conan | O'Brien"],
  // Honorifics and initials stay with the first name.
  ['Dr. Ada Lovelace', 'Dr. Ada | Lovelace'],
  ['J. R. R. Tolkien', 'J. R. R. | Tolkien'],
  // Names in any script are split.
  ['Nguyễn Văn An', 'Nguyễn Văn | An'],
  ['山田 太郎', '山田 | 太郎'],
  ['山田太郎', '山田太郎'],
  // Odd names are printed as they were sent.
  ['Ada,', 'Ada,'],
  [', Ada', ', | Ada'],
];

test.each(names)('the name "%s" is split into %s', (name, parts) => {
  const { firstName, lastName } = splitName(name);
  expect(lastName === undefined ? firstName : `${firstName} | ${lastName}`).toBe(parts);
});

const printed = (name: string): string => {
  const { firstName, lastName } = splitName(name);
  return [firstName, lastName].filter((part) => part !== undefined).join(' ');
};

const word = fc.constantFrom(
  'Ada',
  'van',
  'de',
  'la',
  'Jr.',
  'III',
  'Dr.',
  'J.',
  'O’Brien',
  'Jean-Paul',
  'St.',
  'PhD',
  'Zoë',
  '太郎',
  'x',
);
const words = fc.array(word, { minLength: 1, maxLength: 7 });

test('a name without a comma is printed as it was sent, word for word', () => {
  fc.assert(fc.property(words, (parts) => expect(printed(parts.join(' '))).toBe(parts.join(' '))));
  const anyText = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '' && !text.includes(','));
  fc.assert(fc.property(anyText, (text) => expect(printed(text)).toBe(text.trim().split(/\s+/).join(' '))));
});
