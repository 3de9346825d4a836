/** Parses an author's HTML within fixed limits, so that no document keeps the parser or the browser busy. */
import { setImmediate as turn } from 'node:timers/promises';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import type { Rendered } from '../../domain/paper.ts';
import { ContentRefused, unprintable } from '../layout.ts';

/** PDF viewers may open other schemes, local files and hosts on the reader's network without asking. */
export const isPlainLink = (address: string): boolean => /^(?:https?:\/\/[^\s\\]|mailto:)/i.test(address.trim());

/** The author's language, as refusals name it. Markdown is printed as HTML. */
export type MarkupLanguage = 'HTML' | 'Markdown';

export const htmlLimits = { bytes: 1_000_000, elements: 25_000, attributes: 60_000, depth: 100 } as const;

export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/**
 * The tree of `html` as the content of an element: the tags html, head and body are gone, their content stays.
 * Unprintable: empty, over a megabyte of UTF-8, too many elements, nested too deep.
 */
export async function parseHtml(
  html: string,
  language: MarkupLanguage = 'HTML',
): Promise<Rendered<{ tree: Fragment }>> {
  if (html.trim() === '')
    return unprintable(`There is nothing to print: the ${language} is empty. Send at least one word.`);
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.bytes) {
    return unprintable(
      `The ${language} has ${bytes} bytes and at most ${htmlLimits.bytes} can be printed. Use smaller images.`,
    );
  }
  // Other requests get their turn after each piece: a megabyte in one go takes a quarter of a second. In UTF-16 units.
  const pieceLength = 50_000;
  try {
    // Parses <noscript> as the browser will: with scripts off, it shows that content.
    const parser = Parser.getFragmentParser(null, { scriptingEnabled: false, treeAdapter: limitedAdapter(language) });
    for (let from = 0; from < html.length; from += pieceLength) {
      if (from > 0) await turn();
      parser.tokenizer.write(html.slice(from, from + pieceLength), from + pieceLength >= html.length);
    }
    return { ok: true, warnings: [], tree: parser.getFragment() };
  } catch (error) {
    // parse5 offers no other way to stop it.
    if (error instanceof ContentRefused) return unprintable(error.message, error.details);
    throw error;
  }
}

/** Refuses a tree that is nested too deep, here or after the parser has moved elements into one another. */
export const nestedTooDeep = (language: MarkupLanguage): string =>
  `The ${language} is nested more than ${htmlLimits.depth} elements deep. Use fewer tables and boxes inside one another.`;

/** parse5's own tree, counted while it grows, because afterwards would be too late. */
function limitedAdapter(language: MarkupLanguage): typeof defaultTreeAdapter {
  let elements = 0;
  let attributes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement: (...args) => {
      elements += 1;
      if (elements > htmlLimits.elements)
        throw new ContentRefused(
          `The ${language} has more than ${htmlLimits.elements} elements. Use fewer table cells and spans, or send it in parts.`,
          { kind: 'too_long' },
        );
      attributes += args[2].length;
      if (attributes > htmlLimits.attributes)
        throw new ContentRefused(
          `The ${language} has more than ${htmlLimits.attributes} attributes. Use classes, or send it in parts.`,
          { kind: 'too_long' },
        );
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > htmlLimits.depth) throw new ContentRefused(nestedTooDeep(language));
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}
