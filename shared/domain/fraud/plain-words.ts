/** Reads the words of a name as people do: case, accents, signs, the order of words and look-alike letters change nothing. */

/** A letter, and those of its own alphabet that take no accent off, or of others that look like it. */
const alike = new Map(
  'aаαɑᴀ bвβ cсᴄ dԁđðᴅ eеεᴇ gɡɢ hнһհħʜ iіιıɪ jјᴊ kкκᴋ lӏłʟ mмᴍ nηոɴ oоοօøᴏ pрρᴘ qԛ rʀ sѕ tтτŧᴛ uυսᴜ vѵνᴠ wԝᴡ xхχ yуʏ zᴢ'
    .split(' ')
    .flatMap((letters) => [...letters].map((letter) => [letter, letters[0]] as const)),
);

for (const [letter, latin] of Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' })) alike.set(letter, latin);

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
