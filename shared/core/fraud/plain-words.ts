/** Reads the words of a name as people do: case, accents, signs, the order of words and look-alike letters change nothing. */

/** Letters that take no accent off, and those of other alphabets that look like one of ours. */
const alike = new Map(
  'аa вb еe кk мm нh оo рp сc тt уy хx іi ѕs јj ӏl ԁd һh ԛq ԝw ѵv αa βb εe ηn ιi κk νv οo ρp τt υu χx օo ոn սu հh øo łl đd ðd ħh ŧt ıi ɑa ɡg ᴀa ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ßss æae œoe þth'
    .split(' ')
    .map(([letter = '', ...latin]) => [letter, latin.join('')] as const),
);

export const plainWordsOf = (text: string): string[] =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{DI}.'’]/gu, ''),
  ]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A form of address is no part of a name. */
const titles = new Set('mr mrs ms miss mx dr prof mme mlle jr sr ii iii esq'.split(' '));

export const nameKey = (name: string): string =>
  [...new Set(plainWordsOf(name))]
    .filter((word) => !titles.has(word))
    .sort()
    .join(' ');
