/** Takes the header and the footer of the first page into the text: once before it, and once behind it. */
import { allOf, attribute, child, childrenOf, isElement, ownText, valOf, writeXml, type XmlElement } from './xml.ts';

type PagePlace = 'header' | 'footer';

/** A header or footer by its path. */
export interface PagePart {
  readonly path: string;
  readonly root: XmlElement;
}

export interface FirstPageParts {
  readonly header?: PagePart | undefined;
  readonly footer?: PagePart | undefined;
  /** Those of other pages that say something else. */
  readonly hasOthers: boolean;
  readonly hasNumbers: boolean;
}

/** `parts`: all headers and footers; `pathOf`: the path of a relation of the document. Takes the numbers of pages out. */
export function pagePartsOf(
  body: XmlElement,
  parts: readonly PagePart[],
  pathOf: (id: string) => string | undefined,
): FirstPageParts {
  const section = allOf(body, 'w:sectPr').find((one) => one.name === 'w:sectPr');
  const isApart =
    section !== undefined && child(section, 'w:titlePg') !== undefined && valOf(section, 'w:titlePg') !== '0';
  const find = (place: PagePlace): PagePart | undefined => {
    const reference = childrenOf(section, `w:${place}Reference`).find(
      (one) => (attribute(one, 'w:type') ?? 'default') === (isApart ? 'first' : 'default'),
    );
    const path = pathOf(attribute(reference, 'r:id') ?? '');
    return parts.find((one) => one.path === path);
  };
  const numbers = parts.filter(({ root }) => withoutNumbers(root)).length;
  const [header, footer] = [shown(find('header')), shown(find('footer'))];
  const said = new Set([header, footer].flatMap((part) => (part === undefined ? [] : [wordsIn(part.root)])));
  const hasOthers = parts.some(
    (part) => shown(part) !== undefined && part !== header && part !== footer && !said.has(wordsIn(part.root)),
  );
  return { header, footer, hasOthers, hasNumbers: numbers > 0 };
}

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
