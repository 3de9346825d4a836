/** Prose for the corpus: sentences put together by counting, so that a long document costs the repository nothing. */

const subjects = ['The tenant', 'Our office', 'The “final” report', 'Mrs. Álvarez', 'The committee', 'Your file №7'];
const verbs = ['acknowledges', 'has received', 'cannot accept', 'refers to', 'will return', 'waives'];
const objects = [
  'the notice of 3 May',
  'the enclosed affidavit',
  'a payment of $1,204.50',
  'every earlier letter on the matter',
  'the office’s first offer',
  'the flat-rate fee (€12.50)',
];
const ends = [
  'without delay',
  'under protest',
  'as agreed — and in writing',
  'until further notice',
  'in full',
  'again',
];

export function sentence(number: number): string {
  const pick = (list: readonly string[], step: number) => list[Math.floor(number / step) % list.length] ?? '';
  return `${pick(subjects, 1)} ${pick(verbs, 2)} ${pick(objects, 3)} ${pick(ends, 5)}.`;
}

/** `count` sentences, other ones for another `from`. */
export function prose(count: number, from = 0): string {
  return repeat(count, (index) => sentence(from + index)).trimEnd();
}

/** A paragraph of three to seven sentences for each number. */
export function paragraphs(count: number, from = 0): string {
  return repeat(count, (index) => `<p>${prose(3 + ((index + from) % 5), (index + from) * 7)}</p>\n`);
}

export function repeat(count: number, each: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${each(index)} `).join('');
}

/** Leaves the first three inches of page 1 to the addresses. */
export const belowAddresses = '<div style="height: 2in"></div>';
