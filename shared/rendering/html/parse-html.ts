/** Parses an author's HTML within fixed limits, so that no document keeps the parser or the browser busy. */
import { setImmediate as turn } from 'node:timers/promises';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import type { Rendered } from '../../domain/paper.ts';
import { ContentRefused, unprintable } from '../layout.ts';

/** PDF viewers may open other schemes, local files and hosts on the reader's network without asking. */
export const isPlainLink = (address: string): boolean => /^(?:https?:\/\/[^\s\\]|mailto:)/i.test(address.trim());

/** Every address that `css` loads from, including `data:` URIs and `#fragments`. */
export function addressesInCss(css: string): string[] {
  // `u\72l(` is `url(` to a browser.
  const withoutEscapes = (css: string): string => {
    return css.replace(
      /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
      (_, hex: string | undefined, literal: string | undefined) => {
        if (hex === undefined) return literal ?? '';
        const codePoint = Number.parseInt(hex, 16);
        return codePoint > 0x10ffff || codePoint === 0 ? '\ufffd' : String.fromCodePoint(codePoint);
      },
    );
  };
  const plain = withoutEscapes(css).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  // In url(), in @import, and in the strings of image-set() and src().
  const addresses =
    /(?:\burl\(\s*["']?|@import\s*["']|\b(?:image-set|src|image|cross-fade)\(\s*["'])((?:[^"')\\]|\\.)*)/gi;
  return Array.from(plain.matchAll(addresses), ([, address = '']) => address.trim() || '(empty)');
}

/** True if the address needs no fetching: a `data:` URI, or a reference inside the document. */
export function isCarriedAlong(address: string): boolean {
  return /^\s*(?:data:|#)/i.test(address);
}

/** `css` without the imports and the fonts that would be fetched. Text prints without them, in another look. */
export function withoutWebStyles(css: string): string {
  const isFetched = (rule: string) => addressesInCss(rule).some((address) => !isCarriedAlong(address));
  // An import up to its semicolon, with those in its address, or a font's block. Comments are left to the check.
  const webRules =
    /@import\s+(?:url\((?:\s*"[^"]*"\s*|\s*'[^']*'\s*|[^()"']*)\)|"[^"]*"|'[^']*')[^;{}@]*(?:;|$|(?=@))|@font-face\s*\{[^{}]*\}/gi;
  return css.replace(webRules, (rule) => (isFetched(rule) ? '' : rule));
}

export const htmlLimits = { bytes: 1_000_000, elements: 25_000, attributes: 60_000, depth: 100 } as const;

export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/**
 * The tree of `html` as the content of an element: the tags html, head and body are gone, their content stays.
 * Unprintable: empty, over a megabyte of UTF-8, too many elements, nested too deep.
 */
export async function parseHtml(html: string): Promise<Rendered<{ tree: Fragment }>> {
  if (html.trim() === '') return unprintable('There is nothing to print: the HTML is empty. Send at least one word.');
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.bytes) {
    return unprintable(
      `The HTML has ${bytes} bytes and at most ${htmlLimits.bytes} can be printed. Use smaller images.`,
    );
  }
  // Other requests get their turn after each piece: a megabyte in one go takes a quarter of a second. In UTF-16 units.
  const pieceLength = 50_000;
  try {
    // Parses <noscript> as the browser will: with scripts off, it shows that content.
    const parser = Parser.getFragmentParser(null, { scriptingEnabled: false, treeAdapter: limited() });
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
export const nestedTooDeep = unprintable(
  `The HTML is nested more than ${htmlLimits.depth} elements deep. Use fewer tables and boxes inside one another.`,
);

/** parse5's own tree, counted while it grows, because afterwards would be too late. */
function limited(): typeof defaultTreeAdapter {
  let elements = 0;
  let attributes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement: (...args) => {
      elements += 1;
      if (elements > htmlLimits.elements)
        throw new ContentRefused(
          `The HTML has more than ${htmlLimits.elements} elements. Use fewer table cells and spans, or send it in parts.`,
          { kind: 'too_long' },
        );
      attributes += args[2].length;
      if (attributes > htmlLimits.attributes)
        throw new ContentRefused(
          `The HTML has more than ${htmlLimits.attributes} attributes. Use classes, or send it in parts.`,
          { kind: 'too_long' },
        );
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > htmlLimits.depth) throw new ContentRefused(nestedTooDeep.problem);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}
