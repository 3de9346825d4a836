/**
 * Rewrites what the converter does not know, or forgets, into what it keeps: fields, numbers of lists, tabs, signs of
 * symbol fonts, drop caps, text boxes.
 */
import type { ListLabel, ListLabels } from './labels.ts';
import type { IsTight } from './spacing.ts';
import { inShippedFont } from './symbols.ts';
import { markTable, type StyleHasLines } from './tables.ts';
import {
  allOf,
  attribute,
  child,
  childrenOf,
  element,
  isElement,
  ownText,
  textElement,
  textRun,
  valOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts';

/** Ids of styles that no document has. The converter turns them into classes. */
export const printStyles = {
  tight: 'PrintTight',
  label: 'PrintLabel',
  tab: 'PrintTab',
  item: (level: number) => `PrintItem${level}`,
} as const;

/** Levels of a list, from 0 to 8. */
export const listLevels = 9;

export interface Simplifying {
  readonly labels: ListLabels;
  readonly isTight: IsTight;
  readonly styleHasLines: StyleHasLines;
  /** The name of a style, found by its id. */
  readonly nameOfStyle: (id: string) => string | undefined;
}

/** Their content is kept in place of themselves. */
const unwrapped = new Set(['w:fldSimple', 'w:bdo', 'w:dir', 'w:customXml', 'w:smartTag', 'w:rubyBase']);

export interface Simplified {
  /** The number of signs that have no equal in the shipped font. */
  readonly lost: number;
  /** How many levels of lists are in use. */
  readonly levels: number;
}

/** Changes the tree in place. */
export function simplify(top: XmlElement, { labels, isTight, nameOfStyle, styleHasLines }: Simplifying): Simplified {
  let lost = 0;
  let levels = 0;
  let isButton = false;

  const text = (given: string, font: string | undefined): XmlElement => {
    const written = inShippedFont(given.replaceAll(/\s*\n\s*/g, ' '), font);
    lost += written.lost;
    return textElement(written.text);
  };

  const inRun = (run: XmlElement): void => {
    const fonts = child(child(run, 'w:rPr'), 'w:rFonts');
    const font = attribute(fonts, 'w:ascii') ?? attribute(fonts, 'w:hAnsi');
    run.children = run.children.flatMap((node): XmlNode[] => {
      if (!isElement(node)) return [node];
      switch (node.name) {
        case 'w:t':
          return [text(ownText(node), font)];
        case 'w:sym': {
          const point = Number.parseInt(attribute(node, 'w:char') ?? '', 16) || 0;
          return [text(String.fromCodePoint(Math.min(point, 0xffff)), attribute(node, 'w:font') ?? font)];
        }
        case 'w:tab':
        case 'w:ptab':
          return [textRun('\t', printStyles.tab)];
        case 'w:cr':
          return [element('w:br')];
        case 'w:instrText': {
          // A button shows the rest of its instruction.
          const [start = ''] = /^\s*(?:MACRO|GOTO)BUTTON\s+\S+\s*/i.exec(ownText(node)) ?? [];
          isButton ||= start !== '';
          return isButton ? [text(ownText(node).slice(start.length), font)] : [node];
        }
        case 'w:fldChar':
          isButton = false;
          return [node, ...chosenEntry(node)];
        case 'w:ruby':
          return [...(child(node, 'w:rubyBase')?.children ?? []), ...reading(node)];
        default:
          return [node];
      }
    });
  };

  const inParagraph = (paragraph: XmlElement): void => {
    const properties = child(paragraph, 'w:pPr');
    const isRemoved = child(child(properties, 'w:rPr'), 'w:del') !== undefined;
    const label = isRemoved ? undefined : labels(properties);
    if (properties !== undefined) removeChildren(properties, 'w:numPr');
    if (label === undefined) {
      if (isTight(properties)) setStyle(paragraph, printStyles.tight, nameOfStyle);
      return;
    }
    levels = Math.max(levels, Math.min(label.level + 1, listLevels));
    printLabel(paragraph, label, nameOfStyle);
  };

  const visit = (parent: XmlElement): void => {
    parent.children = parent.children.flatMap(plain);
    if (parent.name === 'w:r') inRun(parent);
    if (parent.name === 'w:p') inParagraph(parent);
    for (const one of parent.children) if (isElement(one) && !one.name.endsWith('Pr')) visit(one);
    joinDropCaps(parent);
    if (parent.name === 'w:tbl') markTable(parent, styleHasLines);
  };
  visit(top);
  return { lost, levels };
}

function plain(node: XmlNode): XmlNode[] {
  if (!isElement(node)) return [node];
  if (unwrapped.has(node.name)) return node.children.flatMap(plain);
  if (node.name === 'mc:AlternateContent') return shownBranch(node);
  if (node.name === 'w:drawing') return [node, ...boxesIn(node)];
  return [node];
}

/** The older form of a drawing, which the converter knows, unless only the newer one has the text. */
function shownBranch(alternate: XmlElement): XmlNode[] {
  const fallback = child(alternate, 'mc:Fallback');
  const choice = childrenOf(alternate, 'mc:Choice').find((one) => hasText(one));
  const isEmpty = fallback === undefined || (!hasText(fallback) && choice !== undefined);
  return (isEmpty ? choice : fallback)?.children.flatMap(plain) ?? [];
}

const hasText = (top: XmlElement) => allOf(top, 'w:t').some((one) => ownText(one).trim() !== '');

/** The text of boxes in a drawing, as the converter looks for it. */
const boxesIn = (drawing: XmlElement): XmlElement[] =>
  allOf(drawing, 'w:txbxContent').map((box) => element('w:pict', '', [box]));

/** Puts the small letters above a word behind it. */
function reading(ruby: XmlElement): XmlElement[] {
  const above = child(ruby, 'w:rt');
  const small = above === undefined ? '' : allOf(above, 'w:t').map(ownText).join('');
  return small === '' ? [] : [textElement(` (${small})`)];
}

/** A drop-down list of a form has its result in its properties alone. */
function chosenEntry(field: XmlElement): XmlElement[] {
  const list = child(child(field, 'w:ffData'), 'w:ddList');
  const chosen = Number(valOf(list, 'w:result') ?? valOf(list, 'w:default') ?? 0);
  const entry = attribute(childrenOf(list, 'w:listEntry')[chosen], 'w:val');
  return entry === undefined ? [] : [element('w:t', 'xml:space="preserve"', [entry])];
}

/** Styles that the converter turns into headings. They keep their look and get their label. */
const isHeading = (name: string | undefined, id: string) =>
  /^(?:heading(?: [1-6])?|title|subtitle)$/i.test(name ?? '') || /^Heading[1-6]$/.test(id);

function printLabel(paragraph: XmlElement, { text, level }: ListLabel, nameOfStyle: Simplifying['nameOfStyle']): void {
  const properties = setStyle(paragraph, printStyles.item(Math.min(level, listLevels - 1)), nameOfStyle);
  const label = text === '' ? [] : [textRun(text, printStyles.label), textRun(' ')];
  const others = paragraph.children.filter((node) => node !== properties);
  paragraph.children = [properties, ...label, ...others];
}

/** Returns the properties of the paragraph. A heading keeps its style. */
function setStyle(paragraph: XmlElement, style: string, nameOfStyle: Simplifying['nameOfStyle']): XmlElement {
  const properties = child(paragraph, 'w:pPr') ?? element('w:pPr');
  if (!paragraph.children.includes(properties)) paragraph.children.unshift(properties);
  const own = valOf(properties, 'w:pStyle') ?? '';
  if (isHeading(nameOfStyle(own), own)) return properties;
  removeChildren(properties, 'w:pStyle');
  properties.children.unshift(element('w:pStyle', `w:val="${style}"`));
  return properties;
}

function removeChildren(parent: XmlElement, name: string): void {
  parent.children = parent.children.filter((node) => !isElement(node) || node.name !== name);
}

/** The large first letter of a paragraph is a paragraph of its own. */
function joinDropCaps(parent: XmlElement): void {
  for (const [index, one] of parent.children.entries()) {
    if (!isElement(one) || one.name !== 'w:p') continue;
    const frame = child(child(one, 'w:pPr'), 'w:framePr');
    if (!/^(?:drop|margin)$/.test(attribute(frame, 'w:dropCap') ?? '')) continue;
    const next = parent.children.slice(index + 1).find(isElement);
    if (next?.name !== 'w:p') continue;
    const letter = one.children.filter((node) => isElement(node) && node.name !== 'w:pPr');
    const properties = childrenOf(next, 'w:pPr');
    next.children = [...properties, ...letter, ...next.children.filter((node) => node !== properties[0])];
    parent.children = parent.children.filter((node) => node !== one);
    joinDropCaps(parent);
    return;
  }
}
