/** Walks a PDF's page tree, which may be hostile: loops, shared nodes, wrong counts, pages of any size. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from '#pdf-lib';
import type { Unprintable } from '../../../domain/paper.ts';
import { ContentRefused } from '../../layout.ts';
import { type Attributes, lookup, numberOf, PageRefused } from './page.ts';

/**
 * Reads every page of the page tree, in order. Returns the result of `read` for each, or the first problem. `read` gets the
 * page object and its inheritable attributes, and throws `PageRefused` for a page that cannot be printed. `isRepairable`:
 * the problem is in one page, not in the tree, and may be repairable.
 */
export function walkPages<T>(
  context: PDFContext,
  catalog: PDFDict,
  read: (node: PDFDict, attributes: Attributes) => T,
):
  | { readonly problem: string; readonly details?: Unprintable['details']; readonly isRepairable?: true }
  | { readonly pages: readonly T[] } {
  const seen = new Set<PDFRef>();
  const pages: T[] = [];
  const damagedTree =
    'The list of pages in the PDF is damaged: it has a loop or leads nowhere. Save it again with another program.';
  // Real trees have fewer than ten levels, even with thousands of pages.
  const maxDepth = 50;
  /** Returns the number of pages below the node. */
  const walk = (entry: PDFObject | undefined, inherited: Attributes, depth: number): number => {
    const node = context.lookup(entry);
    if (!(entry instanceof PDFRef) || !(node instanceof PDFDict) || depth > maxDepth)
      throw new ContentRefused(damagedTree);
    // Readers recognize a page by its lack of Kids. A Pages node without Kids is neither, so the tree is damaged.
    const isPage = node.get(PDFName.of('Kids')) === undefined && node.get(PDFName.of('Type')) !== PDFName.of('Pages');
    if (seen.has(entry))
      throw isPage
        ? new PageRefused('is in the list of pages twice. Print it to a new PDF and send that.')
        : new ContentRefused(damagedTree);
    seen.add(entry);
    const attributes: Record<string, PDFObject> = { ...inherited };
    for (const name of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const value = node.get(PDFName.of(name));
      if (value !== undefined && lookup(context, value) !== undefined) attributes[name] = value;
    }
    if (isPage) {
      pages.push(read(node, attributes));
      return 1;
    }
    const kids = context.lookup(node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) throw new ContentRefused(damagedTree);
    let count = 0;
    for (const kid of kids.asArray()) count += walk(kid, attributes, depth + 1);
    if (numberOf(context, node.get(PDFName.of('Count'))) !== count)
      throw new ContentRefused('The page count in the PDF is wrong. Save it again with another program.');
    return count;
  };

  try {
    walk(catalog.get(PDFName.of('Pages')), {}, 0);
    return pages.length > 0 ? { pages } : { problem: 'The PDF has no pages. Send one with at least one page.' };
  } catch (error) {
    if (error instanceof PageRefused)
      return {
        problem: `Page ${pages.length + 1} of the PDF ${error.message}`,
        details: error.details,
        isRepairable: true,
      };
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}
