/** Makes the parts of a .docx ready for the converter, and tells what was taken along and what was not. */

import type { DocxMoved } from '../../core/warnings/warning.ts';
import { type PagePart, pagePartsOf } from './header-footer.ts';
import { withoutHidden } from './hidden-text.ts';
import { labelsOf } from './labels.ts';
import type { MarginText } from './margin-text.ts';
import type { Docx } from './open-docx.ts';
import { withSizes } from './pictures.ts';
import { simplify } from './simplify.ts';
import { tightnessOf } from './spacing.ts';
import { linesOfStyles } from './tables.ts';
import {
  allOf,
  attribute,
  child,
  childrenOf,
  element,
  isElement,
  parseXml,
  valOf,
  writeXml,
  type XmlElement,
} from './xml.ts';

export interface ReadyParts {
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** XML of all text that is to be printed, as it was written. */
  readonly printed: readonly string[];
  readonly margins: readonly MarginText[];
  /** Headers and footers that stand in the text. */
  readonly movedParts: readonly DocxMoved[];
  readonly hasOtherHeaders: boolean;
  readonly hasPageNumbers: boolean;
  readonly hasLostSymbols: boolean;
  /** How many levels of lists are in use. */
  readonly listLevels: number;
}

export function readyParts({ parts }: Docx): ReadyParts {
  const bodyPath = [...parts.keys()].find((path) => /^word\/document\w*\.xml$/.test(path)) ?? '';
  const xmlOf = (path: string) => parts.get(path)?.toString('utf8') ?? '';
  const rootOf = (path: string) => childrenOf(parseXml(xmlOf(path)))[0];
  const relations = relationsOf(xmlOf(relationsPath(bodyPath)));
  const body = parseXml(withSizes(withoutHidden(xmlOf(bodyPath))));

  const pageParts = [...parts.keys()]
    .filter((path) => /^word\/(?:header|footer)\d*\.xml$/.test(path))
    .map((path): PagePart => ({ path, root: parseXml(withSizes(withoutHidden(xmlOf(path)))) }));
  const found = pagePartsOf(body, pageParts, (id) => relations.get(id));
  const { header, footer } = found;
  const taken = [header, footer].flatMap((part) => (part === undefined ? [] : [part]));
  const printed = [xmlOf(bodyPath), ...found.printed.map(({ root }) => writeXml(root)), ...notesOf(parts, xmlOf)];
  const content = child(childrenOf(body)[0], 'w:body');
  if (header !== undefined) content?.children.unshift(blockOf(header, 'h'));
  if (footer !== undefined && content !== undefined) {
    const last = content.children.findLastIndex((node) => isElement(node) && node.name === 'w:sectPr');
    content.children.splice(last === -1 ? content.children.length : last, 0, blockOf(footer, 'f'));
  }

  const styles = rootOf('word/styles.xml');
  const nameOfStyle = namesOf(styles);
  const isTight = tightnessOf(styles);
  const styleHasLines = linesOfStyles(styles);
  const labels = labelsOf(rootOf('word/numbering.xml'), styles);
  const ready = new Map<string, Uint8Array>(parts);
  let [lost, listLevels] = [0, 0];
  const put = (path: string, tree: XmlElement) => {
    const simplified = simplify(tree, { labels, isTight, nameOfStyle, styleHasLines });
    lost += simplified.lost;
    listLevels = Math.max(listLevels, simplified.levels);
    ready.set(path, Buffer.from(writeXml(tree)));
  };
  put(bodyPath, body);
  for (const path of parts.keys()) if (isNotes.test(path)) put(path, parseXml(withSizes(withoutHidden(xmlOf(path)))));
  // The converter fails at a table with a style where there are none.
  if (styles === undefined) ready.set('word/styles.xml', Buffer.from(`<w:styles xmlns:w="${wordSpace}"/>`));
  // The labels are text by now.
  ready.delete('word/numbering.xml');
  const more = taken.map((part) => relationsFor(xmlOf(relationsPath(part.path)), part === header ? 'h' : 'f')).join('');
  if (more !== '') ready.set(relationsPath(bodyPath), Buffer.from(withRelations(xmlOf(relationsPath(bodyPath)), more)));
  return {
    parts: ready,
    printed,
    movedParts: found.moved,
    margins: found.margins,
    hasOtherHeaders: found.hasOthers,
    hasPageNumbers: found.hasNumbers,
    hasLostSymbols: lost > 0,
    listLevels,
  };
}

const wordSpace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const isNotes = /^word\/(?:footnotes|endnotes)\.xml$/;

/** Those that the text refers to. */
function notesOf(parts: Docx['parts'], xmlOf: (path: string) => string): string[] {
  return [...parts.keys()].filter((path) => isNotes.test(path)).map(xmlOf);
}

const relationsPath = (path: string) => path.replace(/^word\//, 'word/_rels/').concat('.rels');

/** The paths of parts by the ids of their relations. */
function relationsOf(xml: string): ReadonlyMap<string, string> {
  const all = allOf(parseXml(xml), 'Relationship');
  return new Map(
    all.map((one) => {
      const target = attribute(one, 'Target') ?? '';
      return [attribute(one, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `word/${target}`];
    }),
  );
}

/** The content of a header or footer as a part of the body, with relations of its own. */
function blockOf({ root }: PagePart, prefix: string): XmlElement {
  const [top] = childrenOf(root);
  const inside = writeXml(element('', '', top?.children ?? []));
  const renamed = inside.replaceAll(/(\sr:(?:id|embed|link|pict)=")/g, `$1${prefix}`);
  return element('w:sdt', top?.attributes.trimStart() ?? '', [element('w:sdtContent', '', [parseXml(renamed)])]);
}

const relationsFor = (xml: string, prefix: string): string =>
  allOf(parseXml(xml), 'Relationship')
    .map(writeXml)
    .join('')
    .replaceAll(/(\sId=")/g, `$1${prefix}`);

const withRelations = (xml: string, more: string): string => {
  const none = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
  const given = xml === '' ? none : xml.replace(/(<Relationships\b[^>]*)\/>\s*$/, '$1></Relationships>');
  return given.replace('</Relationships>', `${more}</Relationships>`);
};

function namesOf(styles: XmlElement | undefined): (id: string) => string | undefined {
  const names = new Map(
    childrenOf(styles, 'w:style').map((style) => [attribute(style, 'w:styleId') ?? '', valOf(style, 'w:name')]),
  );
  return (id) => names.get(id);
}
