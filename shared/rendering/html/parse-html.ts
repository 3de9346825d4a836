/** Parses an author's HTML within fixed limits, so that no document can keep the parser or the browser busy. */
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import type { Rendered } from '../../domain/paper.ts';
import { ContentRefused, unprintable } from '../layout.ts';

/** The author's language, as error messages name it. Markdown is printed as HTML. */
export type MarkupLanguage = 'HTML' | 'Markdown';

export const htmlLimits = { bytes: 1_000_000, elements: 25_000, attributes: 60_000, depth: 100 } as const;

export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/**
 * Parses `html` as the content of an element: removes the html, head and body tags, but keeps their content. Unprintable:
 * empty, over a megabyte of UTF-8, too many elements or attributes, nested too deep.
 */
export async function parseHtml(
  html: string,
  language: MarkupLanguage = 'HTML',
): Promise<Rendered<{ tree: Fragment }>> {
  if (html.trim() === '')
    return unprintable(`There is nothing to print: the ${language} is empty. Send at least one word.`);
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.bytes)
    return unprintable(
      `The ${language} has ${bytes} bytes and at most ${htmlLimits.bytes} can be printed. Use smaller images, or send it in parts.`,
    );
  // Yields to other requests after each chunk: a megabyte takes a quarter of a second. The length is in UTF-16 units.
  const chunkLength = 50_000;
  try {
    // Parses <noscript> like the browser, which shows its content because scripts are off.
    const parser = Parser.getFragmentParser(null, { scriptingEnabled: false, treeAdapter: limitedAdapter(language) });
    for (let from = 0; from < html.length; from += chunkLength) {
      if (from > 0) await yieldToRequests();
      parser.tokenizer.write(html.slice(from, from + chunkLength), from + chunkLength >= html.length);
    }
    return { ok: true, warnings: [], tree: parser.getFragment() };
  } catch (error) {
    // Throwing is the only way to stop parse5.
    if (error instanceof ContentRefused) return unprintable(error.message, error.details);
    throw error;
  }
}

/** Also used by the check, because the parser may nest elements deeper than the source does. */
export const nestedTooDeep = (language: MarkupLanguage): string =>
  `The ${language} is nested more than ${htmlLimits.depth} elements deep. Use fewer tables and boxes inside one another.`;

/** Enforces the limits while parse5 builds its tree, because a check of the complete tree would be too late. */
function limitedAdapter(language: MarkupLanguage): typeof defaultTreeAdapter {
  // Negative, because the parser first creates a context, a document and a root, and opens the root.
  let elements = -3;
  let attributes = 0;
  let depth = -1;
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
