/** Finds content that CSS generated: the DOM has no boxes for ::before, ::after and ::marker, its snapshot has. */
import type { Page } from 'puppeteer-core';

/** One box of generated content, in CSS pixels from the column's top left corner. */
export interface Generated {
  /** The form is `<p>::before`. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
  /** The place of a marker's `li` among all of the document, counted from 0. */
  readonly item?: number | undefined;
}

/** The boxes of generated content that have a width and a height. */
export async function generatedIn(page: Page): Promise<Generated[]> {
  const session = await page.createCDPSession();
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [{ nodes, layout } = { nodes: {}, layout: undefined }] = documents;
  const nameOf = (node: number) => strings[nodes.nodeName?.[node] ?? -1]?.toLowerCase() ?? '';
  const boxes = (layout?.nodeIndex ?? []).map((node, index) => ({ node, bounds: layout?.bounds[index] ?? [] }));
  const items = [...(nodes.nodeName ?? []).keys()].filter((node) => nameOf(node) === 'li');
  const itemOf = new Map(items.map((node, index) => [node, index]));
  return boxes.flatMap(({ node, bounds: [leftPx = 0, topPx = 0, widthPx = 0, heightPx = 0] }) => {
    const name = nameOf(node);
    if (!name.startsWith('::') || widthPx === 0 || heightPx === 0) return [];
    const parent = nodes.parentIndex?.[node] ?? -1;
    const item = name === '::marker' ? itemOf.get(parent) : undefined;
    const sides = { leftPx, rightPx: leftPx + widthPx, topPx, bottomPx: topPx + heightPx };
    return [{ name: `<${nameOf(parent)}>${name}`, ...sides, item }];
  });
}
