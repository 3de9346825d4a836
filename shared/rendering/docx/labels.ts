/** Computes the numbers and bullets of lists and headings, as word processors count them: ECMA-376, 17.9. */
import { hasGlyph, symbolOf } from './symbols.ts';
import { attribute, child, childrenOf, unescaped, valOf, type XmlElement } from './xml.ts';

interface ListLevel {
  readonly start: number;
  readonly format: string;
  readonly text: string;
  readonly font: string | undefined;
  readonly isHidden: boolean;
  /** All numbers in it are Arabic. */
  readonly isLegal: boolean;
  /** Begins anew after a level before this one; `undefined`: after each higher level. */
  readonly restart: number | undefined;
  readonly style: string | undefined;
}

interface Numbering {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** Where a level begins when this numbering first uses it. */
  readonly starts: ReadonlyMap<number, number>;
}

/** The list of a paragraph, as it or its style names it. */
interface ListPlace {
  readonly id?: string | undefined;
  readonly level?: number | undefined;
}

export interface ListLabel {
  readonly text: string;
  /** From 0. */
  readonly level: number;
}

/** Gives each paragraph its label, in the order of the file; `undefined` for one that is in no list. */
export type ListLabels = (properties: XmlElement | undefined) => ListLabel | undefined;

const numberOf = (value: string | undefined, otherwise: number): number => {
  const number = Number(value ?? otherwise);
  return Number.isInteger(number) && number >= 0 && number < 1_000_000 ? number : otherwise;
};

/** `numbering` and `styles` are the roots of their parts. */
export function labelsOf(numbering: XmlElement | undefined, styles: XmlElement | undefined): ListLabels {
  const placeOfStyle = placesOfStyles(styles);
  const numberings = numberingsOf(numbering, placeOfStyle);
  const counters = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();

  const place = (properties: XmlElement | undefined): ListPlace => {
    const style = valOf(properties, 'w:pStyle') ?? '';
    const own = placeIn(child(properties, 'w:numPr'));
    const inherited = placeOfStyle(style);
    const id = own.id ?? inherited.id;
    const levels = [...(numberings(id)?.levels ?? [])];
    const ofStyle = own.id === undefined ? levels.find(([, level]) => level.style === style)?.[0] : undefined;
    return { id, level: own.level ?? ofStyle ?? inherited.level ?? 0 };
  };

  return (properties) => {
    const { id = '0', level = 0 } = place(properties);
    const list = numberings(id);
    const found = list?.levels.get(level);
    if (list === undefined || found === undefined) return undefined;
    const counter = counters.get(list.abstractId) ?? [];
    counters.set(list.abstractId, counter);
    const first = list.starts.get(level);
    const isFirst = first !== undefined && !begun.has(`${id} ${level}`);
    begun.add(`${id} ${level}`);
    const before = counter[level];
    const follows = before === undefined ? (first ?? found.start) : before + 1;
    counter[level] = isFirst ? first : follows;
    for (const [deeper, { restart }] of list.levels)
      if (deeper > level && (restart === undefined || level < restart)) counter[deeper] = undefined;
    return { text: textOfLabel(list, found, counter), level };
  };
}

function textOfLabel(
  { levels }: Numbering,
  { format, text, font, isHidden, isLegal }: ListLevel,
  counter: readonly (number | undefined)[],
): string {
  if (isHidden) return '';
  if (format === 'bullet') return Array.from(text, (sign) => bulletOf(sign, font)).join('');
  return text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const one = levels.get(at);
    const value = counter[at] ?? one?.start ?? 1;
    return inFormat(
      value,
      isLegal && !/^(?:none|decimalZero)$/.test(one?.format ?? '') ? 'decimal' : (one?.format ?? 'decimal'),
    );
  });
}

/** A bullet that the fonts lack is a plain one. */
function bulletOf(sign: string, font: string | undefined): string {
  if (/[oO]/.test(sign) && /courier/i.test(font ?? '')) return '◦';
  if (/[\p{L}\p{N}]/u.test(sign) && !/symbol|dings/i.test(font ?? '')) return sign;
  const plain = symbolOf(font, sign.codePointAt(0) ?? 0) ?? sign;
  return hasGlyph(plain) ? plain : '•';
}

function placesOfStyles(styles: XmlElement | undefined): (id: string) => ListPlace {
  const all = childrenOf(styles, 'w:style');
  const byId = new Map(all.map((style) => [attribute(style, 'w:styleId') ?? '', style]));
  const normal = all.find((one) => attribute(one, 'w:type') === 'paragraph' && attribute(one, 'w:default') === '1');
  const known = new Map<string, ListPlace>();
  const placeOf = (id: string, depth: number): ListPlace => {
    const earlier = known.get(id);
    if (earlier !== undefined) return earlier;
    const style = id === '' ? normal : byId.get(id);
    if (style === undefined || depth > 20) return {};
    const own = placeIn(child(child(style, 'w:pPr'), 'w:numPr'));
    const base = valOf(style, 'w:basedOn');
    const above = base === undefined ? {} : placeOf(base, depth + 1);
    const place = { id: own.id ?? above.id, level: own.level ?? above.level };
    known.set(id, place);
    return place;
  };
  return (id) => placeOf(id, 0);
}

function placeIn(properties: XmlElement | undefined): ListPlace {
  const level = valOf(properties, 'w:ilvl');
  return { id: valOf(properties, 'w:numId'), level: level === undefined ? undefined : numberOf(level, 0) };
}

function numberingsOf(
  root: XmlElement | undefined,
  placeOfStyle: (id: string) => ListPlace,
): (id: string | undefined) => Numbering | undefined {
  const abstracts = new Map(
    childrenOf(root, 'w:abstractNum').map((one) => [attribute(one, 'w:abstractNumId') ?? '', one]),
  );
  const nums = new Map(childrenOf(root, 'w:num').map((one) => [attribute(one, 'w:numId') ?? '', one]));
  const known = new Map<string, Numbering | undefined>();
  const read = (id: string, depth: number): Numbering | undefined => {
    const num = nums.get(id);
    const abstractId = valOf(num, 'w:abstractNumId') ?? '';
    const abstract = abstracts.get(abstractId);
    if (abstract === undefined) return undefined;
    const linked = placeOfStyle(valOf(abstract, 'w:numStyleLink') ?? ' ').id;
    if (linked !== undefined && linked !== id && depth < 5) return read(linked, depth + 1);
    const overrides = childrenOf(num, 'w:lvlOverride');
    const changed = overrides.flatMap((one) => childrenOf(one, 'w:lvl'));
    const starts = overrides.flatMap((one): [number, number][] => {
      const start = valOf(one, 'w:startOverride');
      return start === undefined ? [] : [[numberOf(attribute(one, 'w:ilvl'), 0), numberOf(start, 1)]];
    });
    const levels = [...childrenOf(abstract, 'w:lvl'), ...changed].map(levelOf);
    return { abstractId, levels: new Map(levels), starts: new Map(starts) };
  };
  return (id) => {
    if (id === undefined || id === '0') return undefined;
    if (!known.has(id)) known.set(id, read(id, 0));
    return known.get(id);
  };
}

function levelOf(level: XmlElement): [at: number, level: ListLevel] {
  const at = numberOf(attribute(level, 'w:ilvl'), 0);
  const format = valOf(level, 'w:numFmt') ?? 'decimal';
  const restart = valOf(level, 'w:lvlRestart');
  const run = child(level, 'w:rPr');
  const fonts = child(run, 'w:rFonts');
  const found: ListLevel = {
    start: numberOf(valOf(level, 'w:start'), 0),
    format,
    text: unescaped(valOf(level, 'w:lvlText') ?? ''),
    font: attribute(fonts, 'w:ascii') ?? attribute(fonts, 'w:hAnsi'),
    isHidden: isOn(child(run, 'w:vanish')),
    isLegal: isOn(child(level, 'w:isLgl')),
    restart: restart === undefined ? undefined : numberOf(restart, 0),
    style: valOf(level, 'w:pStyle'),
  };
  return [at, found];
}

const isOn = (property: XmlElement | undefined): boolean =>
  property !== undefined && !/^(?:0|false|off)$/.test(attribute(property, 'w:val') ?? '1');

const formats = new Map<string, (value: number) => string>([
  ['none', () => ''],
  ['decimalZero', (value) => String(value).padStart(2, '0')],
  ['lowerLetter', (value) => letters(value)],
  ['upperLetter', (value) => letters(value).toUpperCase()],
  ['lowerRoman', (value) => roman(value).toLowerCase()],
  ['upperRoman', (value) => roman(value)],
  ['ordinal', (value) => `${value}${ordinalEnding(value)}`],
  ['cardinalText', (value) => capital(cardinal(value))],
  ['ordinalText', (value) => capital(ordinal(value))],
  ['hex', (value) => value.toString(16).toUpperCase()],
  ['numberInDash', (value) => `- ${value} -`],
  ['chicago', (value) => ('*†‡§'[(value + 3) % 4] ?? '').repeat(Math.min(20, Math.ceil(value / 4)))],
]);

/** Formats of ECMA-376, 17.18.59. Those of other scripts are written as Arabic numbers. */
export const inFormat = (value: number, format: string): string => formats.get(format)?.(value) ?? String(value);

/** a to z, aa to zz: the same letter again. */
const letters = (value: number): string =>
  value < 1 ? '' : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(30, Math.ceil(value / 26)));

const romans: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string {
  if (value > 4_999) return String(value);
  let [left, text] = [value, ''];
  for (const [worth, signs] of romans) for (; left >= worth; left -= worth) text += signs;
  return text;
}

function ordinalEnding(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function cardinal(value: number): string {
  if (value >= 1_000) return String(value);
  if (value >= 100) {
    const rest = value % 100;
    return `${small[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` ${cardinal(rest)}`}`;
  }
  if (value < 20) return small[value] ?? String(value);
  return `${tens[Math.floor(value / 10)]}${value % 10 === 0 ? '' : `-${small[value % 10]}`}`;
}

const odd: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinal(value: number): string {
  if (value >= 1_000) return `${value}${ordinalEnding(value)}`;
  return cardinal(value).replace(/[a-z]+$/, (last) => odd[last] ?? `${last.replace(/y$/, 'ie')}th`);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
