/**
 * Reads a header or footer as lines of plain text for the margin of the pages: left, in the middle, and right. The
 * browser counts the pages. Pictures, tables and long texts do not fit there.
 */
import { advanceOf } from '../font/characters.ts';
import { unitsPerEm } from '../font/font-advances.ts';
import { attribute, child, childrenOf, ownText, valOf, type XmlElement } from './xml.ts';

/** The margin, and the pages that have the text there. */
export type MarginPlace = `${'top' | 'bottom'}-${'all' | 'first' | 'later'}`;

const slots = ['left', 'center', 'right'] as const;
type Slot = (typeof slots)[number];

export interface MarginText {
  readonly place: `${MarginPlace}-${Slot}`;
  /** Lines, with marks where a number of pages stands. */
  readonly text: string;
}

/** `undefined`: it does not fit into the margin. */
export type MarginTexts = readonly MarginText[] | undefined;

/** Stand for the number of the page, and of all pages. The page function that sets the margins knows them too. */
const pageMark = '\ue000';
const pagesMark = '\ue001';

export const hasPageNumber = (text: string): boolean => /[\ue000\ue001]/.test(text);

type Row = Record<Slot, string>;

const emptyRow = (): Row => ({ left: '', center: '', right: '' });

export function marginTextOf(root: XmlElement, place: MarginPlace): MarginTexts {
  const rows = rowsOf(root);
  if (rows === undefined || !fits(rows)) return undefined;
  return slots.flatMap((slot) => {
    const text = rows.map((row) => row[slot]).join('\n');
    return text.trim() === '' ? [] : [{ place: `${place}-${slot}` as const, text }];
  });
}

const isBlank = (row: Row | undefined) => row !== undefined && slots.every((slot) => row[slot] === '');

function rowsOf(root: XmlElement): readonly Row[] | undefined {
  const reader = readerOf();
  if (!reader.read(root)) return undefined;
  const { rows } = reader;
  while (isBlank(rows[0])) rows.shift();
  while (isBlank(rows.at(-1))) rows.pop();
  for (const row of rows) for (const slot of slots) row[slot] = row[slot].trim().replaceAll(/\s+/g, ' ');
  return rows;
}

/** Content that says nothing here, or that is removed. */
const skipped = new Set(['w:del', 'w:moveFrom', 'w:rt', 'w:rPr', 'w:sdtPr', 'w:sdtEndPr']);

/** Content that plain text cannot tell. */
const untold = /^(?:w:(?:tbl|drawing|pict|object|sym|ruby|\w+Reference)|mc:AlternateContent|m:\w+)$/;

interface OpenField {
  instruction: string;
  hasResult: boolean;
}

/** Its `read` returns false where text cannot tell the content. */
function readerOf() {
  const rows: Row[] = [];
  const fields: OpenField[] = [];
  let slot: Slot = 'left';
  let stops: readonly Slot[] = [];

  const add = (text: string): void => {
    const row = rows.at(-1);
    const isNumber = fields.some(({ instruction, hasResult }) => hasResult && numberMark(instruction) !== undefined);
    if (row !== undefined && !isNumber) row[slot] += text;
  };

  const begin = (paragraph: XmlElement): void => {
    const properties = child(paragraph, 'w:pPr');
    rows.push(emptyRow());
    slot = sideOf(attribute(child(properties, 'w:framePr'), 'w:xAlign') ?? valOf(properties, 'w:jc'));
    const own = childrenOf(child(properties, 'w:tabs'), 'w:tab').map((stop) => attribute(stop, 'w:val') ?? '');
    const set = own.filter((stop) => stop !== 'clear').map(sideOf);
    // The styles for headers and footers have these stops.
    const ofStyle: readonly Slot[] = child(properties, 'w:pStyle') === undefined ? [] : ['center', 'right'];
    stops = set.length === 0 ? ofStyle : set;
  };

  const field = (node: XmlElement): boolean => {
    const open = fields.at(-1);
    switch (attribute(node, 'w:fldCharType')) {
      case 'begin':
        fields.push({ instruction: '', hasResult: false });
        // A field in the instruction of another computes something.
        return open?.hasResult !== false;
      case 'separate':
        if (open === undefined) return true;
        add(numberMark(open.instruction) ?? '');
        open.hasResult = true;
        return !variesByPage(open.instruction);
      default:
        fields.pop();
        if (open?.hasResult === false) add(numberMark(open.instruction) ?? '');
        return open === undefined || !variesByPage(open.instruction);
    }
  };

  const read = (node: XmlElement): boolean => {
    if (skipped.has(node.name)) return true;
    if (untold.test(node.name)) return false;
    switch (node.name) {
      case 'w:pPr':
        return true;
      case 'w:p':
        begin(node);
        break;
      case 'w:t':
        add(ownText(node));
        return true;
      case 'w:noBreakHyphen':
        add('-');
        return true;
      case 'w:tab':
        slot = stops[0] ?? slot;
        stops = stops.slice(1);
        add(' ');
        return true;
      case 'w:ptab':
        slot = sideOf(attribute(node, 'w:alignment'));
        return true;
      case 'w:br':
      case 'w:cr':
        rows.push(emptyRow());
        return true;
      case 'w:fldChar':
        return field(node);
      case 'w:instrText': {
        const open = fields.at(-1);
        if (open !== undefined) open.instruction += ownText(node);
        return true;
      }
      case 'w:fldSimple': {
        const instruction = attribute(node, 'w:instr') ?? '';
        const mark = numberMark(instruction);
        if (mark !== undefined) add(mark);
        if (mark !== undefined || variesByPage(instruction)) return mark !== undefined;
      }
    }
    return childrenOf(node).every(read);
  };

  return { rows, read };
}

const sideOf = (alignment: string | undefined): Slot => {
  if (alignment === 'center') return 'center';
  return /^(?:right|end|outside)$/.test(alignment ?? '') ? 'right' : 'left';
};

/** The mark for a field that gives a plain number. */
function numberMark(instruction: string): string | undefined {
  const [, name] = /^\s*(PAGE|NUMPAGES)\s*(?:\\\*\s*(?:MERGEFORMAT|Arabic)\s*)*$/i.exec(instruction) ?? [];
  if (name === undefined) return undefined;
  return name.toUpperCase() === 'PAGE' ? pageMark : pagesMark;
}

/** Fields whose result is another one on each page, unless they are plain numbers. */
const variesByPage = (instruction: string): boolean =>
  numberMark(instruction) === undefined && /\b(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|STYLEREF)\b/i.test(instruction);

/** The type size of a text in the margin, in points. */
const sizePt = 9;
const columnPt = 468;
const gapPt = 12;
const mostLines = 4;

function fits(rows: readonly Row[]): boolean {
  const texts = rows.flatMap((row) => slots.map((slot) => row[slot]));
  if (texts.some((text) => widthPt(text) === undefined)) return false;
  const widest = (slot: Slot) => Math.max(0, ...rows.map((row) => widthPt(row[slot]) ?? 0));
  const [left, center, right] = [widest('left'), widest('center'), widest('right')];
  if ([left, center, right].filter((width) => width > 0).length === 1) {
    const lines = texts.map((text) => Math.ceil((widthPt(text) ?? 0) / (columnPt - gapPt)));
    const blank = rows.filter(isBlank).length;
    return lines.reduce((sum, count) => sum + count, blank) <= mostLines;
  }
  const across = center === 0 ? left + right + gapPt : 2 * Math.max(left, right) + center + 2 * gapPt;
  return rows.length <= mostLines && across <= columnPt;
}

/** `undefined` if the font lacks a character. */
function widthPt(text: string): number | undefined {
  let units = 0;
  for (const character of text) {
    const isMark = character === pageMark || character === pagesMark;
    const advance = advanceOf(isMark ? 0x38 : (character.codePointAt(0) ?? 0));
    if (advance === undefined) return undefined;
    units += isMark ? 2 * advance : advance;
  }
  return (units / unitsPerEm) * sizePt;
}
