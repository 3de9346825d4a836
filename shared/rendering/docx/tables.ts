/** Carries over what the converter forgets of a table: the widths of its columns, and whether it has lines. */
import { allOf, attribute, child, childrenOf, element, textRun, valOf, type XmlElement } from './xml.ts';

/** Ids of styles that no document has. The converter turns them into classes. */
export const tableStyles = { grid: 'PrintGrid', plain: 'PrintTable', columns: 'PrintColumns' } as const;

/** Whether the style of a table, by its id, draws lines. */
export type StyleHasLines = (id: string) => boolean;

const twipsPerPoint = 20;

export function linesOfStyles(styles: XmlElement | undefined): StyleHasLines {
  const byId = new Map(childrenOf(styles, 'w:style').map((style) => [attribute(style, 'w:styleId') ?? '', style]));
  const hasLines = (id: string, depth: number): boolean => {
    const style = byId.get(id);
    if (style === undefined) return id === 'TableGrid';
    const own = child(child(style, 'w:tblPr'), 'w:tblBorders');
    if (own !== undefined) return drawsLines(own);
    if (valOf(style, 'w:name') === 'Table Grid') return true;
    return depth < 20 && hasLines(valOf(style, 'w:basedOn') ?? '', depth + 1);
  };
  return (id) => hasLines(id, 0);
}

const drawsLines = (borders: XmlElement): boolean =>
  childrenOf(borders).some((side) => !/^(?:none|nil)$/.test(attribute(side, 'w:val') ?? 'none'));

/** Gives the table a style of ours, and writes its columns before the text of its first cell. Changes the tree. */
export function markTable(table: XmlElement, styleHasLines: StyleHasLines): void {
  const properties = child(table, 'w:tblPr') ?? element('w:tblPr');
  const own = child(properties, 'w:tblBorders');
  const cells = allOf(table, 'w:tcBorders');
  const isFramed = cells.some((borders) => childrenOf(borders).length > 2 && drawsLines(borders));
  const hasLines = own === undefined ? styleHasLines(valOf(properties, 'w:tblStyle') ?? '') : drawsLines(own);
  const style = hasLines || isFramed ? tableStyles.grid : tableStyles.plain;
  const kept = properties.children.filter((node) => typeof node === 'string' || node.name !== 'w:tblStyle');
  properties.children = [element('w:tblStyle', `w:val="${style}"`), ...kept];
  table.children = [properties, ...table.children.filter((node) => node !== properties)];
  markColumns(table, child(properties, 'w:tblW'));
}

function markColumns(table: XmlElement, width: XmlElement | undefined): void {
  const columns = childrenOf(child(table, 'w:tblGrid'), 'w:gridCol').map((column) => twips(column));
  const total = columns.reduce((sum, one) => sum + one, 0);
  const [cell] = allOf(table, 'w:tc');
  const [first] = cell === undefined || allOf(cell, 'w:tbl').length > 0 ? [] : allOf(cell, 'w:p');
  if (first === undefined || columns.some((one) => one === 0) || total === 0) return;
  const share = attribute(width, 'w:type') === 'pct' ? `${twips(width) / 50}%` : `${total / twipsPerPoint}pt`;
  const text = [share, ...columns.map((one) => `${Math.round((one / total) * 1_000) / 10}%`)].join(' ');
  const properties = childrenOf(first, 'w:pPr');
  const others = first.children.filter((node) => node !== properties[0]);
  first.children = [...properties, textRun(text, tableStyles.columns), ...others];
}

function twips(of: XmlElement | undefined): number {
  const value = Number.parseFloat(attribute(of, 'w:w') ?? '');
  return value > 0 && value < 100_000 ? value : 0;
}

const marked =
  /<table class="([^"]*)">((?:<(?:thead|tbody)>)*<tr>(?:<t[dh]\b[^>]*>)<(?:p|h\d)\b[^>]*>)<span class="columns">([\d.% pt]+)<\/span>/g;

/** The HTML with the widths where the browser reads them. */
export const withColumns = (html: string): string =>
  html
    .replaceAll(marked, (_, name: string, start: string, text: string) => {
      const [width, ...columns] = text.split(' ');
      const group = columns.map((share) => `<col style="width:${share}">`).join('');
      return `<table class="${name}" style="width:${width}"><colgroup>${group}</colgroup>${start}`;
    })
    .replaceAll(/<span class="columns">[^<]*<\/span>/g, '');
