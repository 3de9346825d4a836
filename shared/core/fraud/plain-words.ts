/** Reads the words of a name as people do: case, accents, signs, the order of words and look-alike letters change nothing. */

/** Letters that take no accent off, and those of other alphabets that look like one of ours. */
const alike = new Map(
  'аa вb еe кk мm нh оo рp сc тt уy хx іi ѕs јj αa βb εe ηn ιi κk νv οo ρp τt υu χx øo łl đd ðd ıi ßss æae œoe þth'
    .split(' ')
    .map(([letter = '', ...latin]) => [letter, latin.join('')] as const),
);

export const plainWordsOf = (text: string): string[] =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}.'’]/gu, ''),
  ]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export const nameKey = (name: string): string => [...new Set(plainWordsOf(name))].sort().join(' ');
