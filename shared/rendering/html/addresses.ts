/**
 * The addresses in a document: those that an author's CSS would load, and the links that may stay. It judges the spelling
 * only; the browser is cut off as well.
 */

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
