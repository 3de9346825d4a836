/** Gives signs of symbol fonts, and letters that the shipped fonts lack, as characters that they have. */
import { advanceOf } from '../font/characters.ts';

/** Code points of a font from `first` on, one character each; a space stands for a sign without equal. */
const runs: Readonly<Record<string, readonly (readonly [first: number, signs: string])[]>> = {
  Symbol: [
    [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_¯αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}~'],
    [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈… —↵'],
    [0xc5, '⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√·¬∧∨⇔⇐⇑⇒⇓◊'],
    [0xe2, '®©™∑'],
    [0xf2, '∫'],
  ],
  Wingdings: [
    [0x21, '✏✂✁'],
    [0x28, '☎✆✉'],
    [0x37, '⌨'],
    [0x3e, '✇✍ ✌   ☜☞☝☟ ☺ ☹ ☠⚐ ✈☼ ❄ ✞ ✠✡☪☯ ☸♈♉♊♋♌♍♎♏♐♑♒♓'],
    [0x6c, '●❍■☐☐❑❒♦⧫◆❖♦⌧ ⌘❀✿❝❞'],
    [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x9e, '·•▪○'],
    [0xa4, '○○ ▪☐ ✦★✶✴✹✵'],
    [0xb5, '✪✰'],
    [0xd5, '◄►'],
    [0xd8, '➢'],
    [0xdf, '←→↑↓↖↗↙↘➔←↑↓'],
    [0xef, '⇦⇨⇧⇩⬄⇳'],
    [0xfb, '✗✔☒☑'],
  ],
  'Wingdings 2': [
    [0x4f, '✗✓☒☑☒☒'],
    [0x96, '••●●'],
    [0x9e, '○○'],
    [0xa0, '■■□☐'],
  ],
  'Wingdings 3': [
    [0x66, '←→↑↓'],
    [0x70, '▲▼▲▼◄►'],
    [0x7c, '◄►'],
  ],
  Webdings: [
    [0x33, '◄►▲▼'],
    [0x61, '✔'],
    [0x63, '□'],
    [0x67, '■'],
    [0x6e, '●'],
    [0x72, '×'],
  ],
};

const tables = new Map(
  Object.entries(runs).map(([font, list]) => [
    font,
    new Map(list.flatMap(([first, signs]) => [...signs].map((sign, index) => [first + index, sign] as const))),
  ]),
);

const isSymbolFont = (font: string | undefined): boolean => font !== undefined && tables.has(font);

/** Word keeps the signs of such fonts here. */
const isPrivate = (point: number) => point >= 0xf000 && point <= 0xf0ff;

/** Such a character means something in one font alone. */
const isOfOneFont = (point: number) => point >= 0xe000 && point <= 0xf8ff;

/** The sign at `point` of `font`; `undefined` if it has no equal. */
export function symbolOf(font: string | undefined, point: number): string | undefined {
  const own = tables.get(isSymbolFont(font) ? (font ?? '') : 'Symbol');
  const sign = own?.get(isPrivate(point) ? point - 0xf000 : point);
  const shown = sign === undefined || sign === ' ' ? undefined : printable(sign);
  return shown !== undefined && hasGlyph(shown) ? shown : undefined;
}

/** Whether a font has the character. */
export const hasGlyph = (character: string) => advanceOf(character.codePointAt(0) ?? 0) !== undefined;

/** Like signs, of which the fonts have the second. */
const likes = new Map(['⬥♦', '⬛■', '⬜□'].map((pair) => [...pair] as [string, string]));

/** The character itself if a font has it, else one that is read as the same, else itself. */
function printable(character: string): string {
  if (hasGlyph(character)) return character;
  const like = likes.get(character);
  if (like !== undefined) return like;
  const plain = character.normalize('NFKC');
  return [...plain].every(hasGlyph) ? plain : character;
}

/** `lost`: the number of signs that have no equal and were left out. */
export interface Written {
  readonly text: string;
  readonly lost: number;
}

/** The text of a run in `font`, in characters that the shipped font has where there are any. */
export function inShippedFont(given: string, font: string | undefined): Written {
  if (!isSymbolFont(font) && !/[^\t\n\r -~\u00a0-\u00ff]/.test(given)) return { text: given, lost: 0 };
  let lost = 0;
  const signs = Array.from(given, (character) => {
    const point = character.codePointAt(0) ?? 0;
    const isSign = isOfOneFont(point) || (isSymbolFont(font) && point > 0x20 && point < 0x100);
    if (!isSign) return printable(character);
    const sign = symbolOf(font, point);
    if (sign === undefined) lost += 1;
    return sign ?? '';
  });
  return { text: signs.join(''), lost };
}
