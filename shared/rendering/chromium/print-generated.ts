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
}

/** The boxes of generated content that have a width and a height. */
export async function generatedIn(page: Page): Promise<Generated[]> {
  const session = await page.createCDPSession();
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [{ nodes, layout } = { nodes: {}, layout: undefined }] = documents;
  const nameOf = (node: number) => strings[nodes.nodeName?.[node] ?? -1]?.toLowerCase() ?? '';
  const boxes = (layout?.nodeIndex ?? []).map((node, index) => ({ node, bounds: layout?.bounds[index] ?? [] }));
  return boxes.flatMap(({ node, bounds: [leftPx = 0, topPx = 0, widthPx = 0, heightPx = 0] }) => {
    const name = nameOf(node);
    if (!name.startsWith('::') || widthPx === 0 || heightPx === 0) return [];
    const owner = nameOf(nodes.parentIndex?.[node] ?? -1);
    return [{ name: `<${owner}>${name}`, leftPx, rightPx: leftPx + widthPx, topPx, bottomPx: topPx + heightPx }];
  });
}
