/** Walks a PDF's page tree, which may be built to mislead: loops, shared branches, wrong counts, pages of any size. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { Unprintable } from '../../../domain/paper.ts';
import { ContentRefused } from '../../layout.ts';
import { type Attributes, lookup, numberOf, PageRefused } from './page.ts';

/** `isRepairable`: the tree is sound, and the fault of a page may be repairable. */
type Walked<T> =
  | { readonly problem: string; readonly details?: Unprintable['details']; readonly isRepairable?: true }
  | { readonly pages: readonly T[] };

/**
 * Reads every page below the catalog, in order. Returns what `read` makes of each, or the first problem. `read` gets a
 * page's own entries and those it inherits, and throws `PageRefused` for a page that cannot be printed.
 */
export function walkPages<T>(
  context: PDFContext,
  catalog: PDFDict,
  read: (context: PDFContext, node: PDFDict, attributes: Attributes) => T,
): Walked<T> {
  const seen = new Set<PDFRef>();
  const pages: T[] = [];
  const damagedTree =
    'The list of pages in the PDF is damaged: it runs in a circle or leads nowhere. Save it again with another program.';

  // Real trees are less than ten levels deep, even with thousands of pages.
  const deepestLevel = 50;
  const walk = (entry: PDFObject | undefined, inherited: Attributes, level: number): number => {
    const node = context.lookup(entry);
    if (!(entry instanceof PDFRef) || !(node instanceof PDFDict) || level > deepestLevel)
      throw new ContentRefused(damagedTree);
    if (seen.has(entry)) throw new ContentRefused(damagedTree);
    seen.add(entry);
    const attributes: Record<string, PDFObject> = { ...inherited };
    for (const name of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const value = node.get(PDFName.of(name));
      if (value !== undefined && lookup(context, value) !== undefined) attributes[name] = value;
    }
    // Readers recognize a page by its lack of kids. A branch without kids is neither.
    const isPage = node.get(PDFName.of('Kids')) === undefined && node.get(PDFName.of('Type')) !== PDFName.of('Pages');
    if (isPage) return pages.push(read(context, node, attributes)) && 1;
    const kids = context.lookup(node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) throw new ContentRefused(damagedTree);
    const below = kids.asArray().reduce((sum, kid) => sum + walk(kid, attributes, level + 1), 0);
    if (numberOf(context, node.get(PDFName.of('Count'))) !== below)
      throw new ContentRefused(
        'The PDF says that it has another number of pages than it has. Save it again with another program.',
      );
    return below;
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
