/** Finds what a piece of author's CSS would load from elsewhere. It judges the spelling only; the browser is cut off besides. */

/** The first address in `css` that is neither a `data:` URI nor a `#fragment`; undefined if there is none. */
export function addressInCss(css: string): string | undefined {
  const plain = withoutEscapes(css).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  for (const [, address = ''] of plain.matchAll(addresses)) {
    if (!isCarriedAlong(address)) return address.trim() || '(empty)';
  }
  return undefined;
}

/** True for what needs no fetching: a `data:` URI, or a reference inside the document. */
export function isCarriedAlong(address: string): boolean {
  return /^\s*(?:data:|#)/i.test(address);
}

/** What stands in url(), in @import and in the strings of image-set() and src(). */
const addresses =
  /(?:\burl\(\s*["']?|@import\s*["']|\b(?:image-set|src|image|cross-fade)\(\s*["'])((?:[^"')\\]|\\.)*)/gi;

/** `u\72l(` is `url(` to a browser. */
function withoutEscapes(css: string): string {
  return css.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
    (_, hex: string | undefined, literal: string | undefined) => {
      if (hex === undefined) return literal ?? '';
      const codePoint = Number.parseInt(hex, 16);
      return codePoint > 0x10ffff || codePoint === 0 ? '\ufffd' : String.fromCodePoint(codePoint);
    },
  );
}
