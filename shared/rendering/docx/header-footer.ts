/**
 * Takes the headers and footers of the pages along. What fits as plain text stands in the margin of its pages. The
 * header of the first page, where the addresses leave no margin, stands before the text, and another footer behind it.
 */
import type { DocxMoved } from '../../core/warnings/warning.ts';
import { hasPageNumber, type MarginPlace, type MarginText, type MarginTexts, marginTextOf } from './margin-text.ts';
import { allOf, attribute, child, childrenOf, isElement, ownText, valOf, writeXml, type XmlElement } from './xml.ts';

type PagePlace = 'header' | 'footer';

/** A header or footer by its path. */
export interface PagePart {
  readonly path: string;
  readonly root: XmlElement;
}

export interface PageEnds {
  /** Those that stand in the text. */
  readonly header?: PagePart | undefined;
  readonly footer?: PagePart | undefined;
  readonly moved: readonly DocxMoved[];
  readonly margins: readonly MarginText[];
  readonly printed: readonly PagePart[];
  /** Some say something else, and are not printed. */
  readonly hasOthers: boolean;
  /** Numbers of pages that are not printed. */
  readonly hasNumbers: boolean;
}

/** Those of the document's first section. */
interface OnPages {
  readonly first?: PagePart | undefined;
  readonly later?: PagePart | undefined;
}

/** `parts`: all headers and footers; `pathOf`: the path of a relation of the document. Changes the parts in place. */
export function pagePartsOf(
  body: XmlElement,
  parts: readonly PagePart[],
  pathOf: (id: string) => string | undefined,
): PageEnds {
  const section = allOf(body, 'w:sectPr').find((one) => one.name === 'w:sectPr');
  const find = (reference: XmlElement | undefined) => {
    const path = pathOf(attribute(reference, 'r:id') ?? '');
    return parts.find((one) => one.path === path);
  };
  const [headers, footers] = [onPages(section, 'header', find), onPages(section, 'footer', find)];
  // Read before the numbers are taken out.
  const countsOn = !/ w:(?:start|fmt)=/.test(child(section, 'w:pgNumType')?.attributes ?? '');
  const topTexts = textsOf(headers.later, 'top-later', countsOn);
  const bottomTexts = footerTexts(footers, countsOn);
  const numbered = parts.filter(({ root }) => withoutNumbers(root));

  const top = isAlone(headers, 'header', parts) ? topTexts : undefined;
  const bottom = isAlone(footers, 'footer', parts) ? bottomTexts : undefined;
  const inText = { header: shown(headers.first), footer: bottom === undefined ? shown(footers.first) : undefined };
  const inMargins = present([
    ...(top === undefined ? [] : [headers.later]),
    ...(bottom === undefined ? [] : [footers.first, footers.later]),
  ]);
  const printed = [...new Set([...present([inText.header, inText.footer]), ...inMargins])];
  const headerPlace = top === undefined ? 'header once' : 'header';
  const moved: readonly (readonly [DocxMoved, PagePart | undefined])[] = [
    [headerPlace, inText.header],
    ['footer', inText.footer],
  ];
  const isCounted = (part: PagePart) =>
    part !== inText.header && inMargins.some((one) => placeOf(one) === placeOf(part) && saySame(one, part));
  return {
    ...inText,
    moved: moved.flatMap(([place, part]) => (part === undefined ? [] : [place])),
    margins: [...(top ?? []), ...(bottom ?? [])],
    printed,
    hasOthers: parts.some((part) => shown(part) !== undefined && !printed.some((one) => saySame(one, part))),
    hasNumbers: !numbered.every(isCounted),
  };
}

const present = (parts: readonly (PagePart | undefined)[]) =>
  parts.flatMap((part) => (part === undefined ? [] : [part]));
const placeOf = ({ path }: PagePart): PagePlace => (path.includes('header') ? 'header' : 'footer');

function onPages(
  section: XmlElement | undefined,
  place: PagePlace,
  find: (reference: XmlElement | undefined) => PagePart | undefined,
): OnPages {
  const isApart =
    section !== undefined && child(section, 'w:titlePg') !== undefined && valOf(section, 'w:titlePg') !== '0';
  const references = childrenOf(section, `w:${place}Reference`);
  const ofType = (type: string) => find(references.find((one) => (attribute(one, 'w:type') ?? 'default') === type));
  const later = ofType('default');
  return { first: isApart ? ofType('first') : later, later };
}

/** `undefined` if the part does not fit into the margin. */
function textsOf(part: PagePart | undefined, where: MarginPlace, countsOn: boolean): MarginTexts {
  if (part === undefined) return [];
  const texts = marginTextOf(part.root, where);
  return countsOn || texts?.some(({ text }) => hasPageNumber(text)) === false ? texts : undefined;
}

function footerTexts({ first, later }: OnPages, countsOn: boolean): MarginTexts {
  if (first === later) return textsOf(later, 'bottom-all', countsOn);
  const [before, after] = [textsOf(later, 'bottom-later', countsOn), textsOf(first, 'bottom-first', countsOn)];
  return before && after && [...before, ...after];
}

/** The document has no other header or footer with words of its own. */
const isAlone = ({ first, later }: OnPages, place: PagePlace, parts: readonly PagePart[]): boolean =>
  parts.every(
    (part) =>
      placeOf(part) !== place || shown(part) === undefined || present([first, later]).some((one) => saySame(one, part)),
  );

const saySame = (one: PagePart, other: PagePart) => wordsIn(one.root) === wordsIn(other.root);

const wordsIn = (root: XmlElement): string => allOf(root, 'w:t').map(ownText).join('').replaceAll(/\s/g, '');

const shown = (part: PagePart | undefined): PagePart | undefined =>
  part !== undefined && (wordsIn(part.root) !== '' || /<(?:w:drawing|w:pict|w:sym)\b/.test(writeXml(part.root)))
    ? part
    : undefined;

const isNumber = (instruction: string) => /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)\b/i.test(instruction);

/** Words beside a number that say nothing without it: `Page 2 of 3`. */
const fewWords = 2;

/** Takes the fields that number pages out, and the paragraphs that say nothing else. True if there were any. */
function withoutNumbers(parent: XmlElement): boolean {
  let found = false;
  for (const one of childrenOf(parent)) {
    if (one.name !== 'w:p') {
      if (withoutNumbers(one)) found = true;
      continue;
    }
    if (!takeNumbers(one)) continue;
    found = true;
    const words =
      allOf(one, 'w:t')
        .map(ownText)
        .join(' ')
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length <= fewWords)
      one.children = one.children.filter((node) => isElement(node) && node.name === 'w:pPr');
  }
  return found;
}

/** True if the paragraph had such a field. */
function takeNumbers(paragraph: XmlElement): boolean {
  let found = false;
  let depth = 0;
  let takenFrom: number | undefined;
  let instruction = '';
  const visit = (parent: XmlElement): void => {
    parent.children = parent.children.filter((node) => {
      if (!isElement(node)) return true;
      if (node.name === 'w:fldSimple' && isNumber(attribute(node, 'w:instr') ?? '')) {
        found = true;
        return false;
      }
      if (node.name === 'w:fldChar') {
        const kind = attribute(node, 'w:fldCharType');
        if (kind === 'begin') {
          depth += 1;
          instruction = '';
        }
        if (kind === 'separate' && isNumber(instruction)) takenFrom ??= depth;
        if (kind === 'end') {
          if (isNumber(instruction)) found = true;
          if (takenFrom === depth) takenFrom = undefined;
          depth -= 1;
        }
      }
      if (node.name === 'w:instrText') instruction += ownText(node);
      if (node.name === 'w:t' && takenFrom !== undefined) return false;
      visit(node);
      return true;
    });
  };
  visit(paragraph);
  return found;
}
