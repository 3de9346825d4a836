/**
 * Turns an author's HTML into HTML that is safe for the browser. Refuses anything that would be missing on paper (remote
 * images and frames). Removes what prints nothing (scripts, meta, other links) and, with a warning, web fonts and style
 * sheets. Links lose their URL unless it is a web or email address.
 */
import { serialize, html as standard } from 'parse5';
import { unfilledPlaceholders } from '../../domain/blanks.ts';
import type { Rendered } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import { isSafeLink, unprintable } from '../layout.ts';
import {
  type Fragment,
  type HtmlElement,
  htmlLimits,
  type MarkupLanguage,
  nestedTooDeep,
  parseHtml,
} from './parse-html.ts';

/** Each of these shows another document or a recording, which paper cannot. */
const refusedElements = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'video', 'audio']);

const droppedElements = new Set(['script', 'meta', 'base', 'link', 'template', 'title']);

/** The tag with its article, as in `a <p>` and `An <img>`. */
const withArticle = (tag: string, article: 'a' | 'A' = 'a'): string =>
  `${article}${/^[aeiou]/.test(tag) ? 'n' : ''} <${tag}>`;

/** The findings so far. */
interface Tally {
  readonly language: MarkupLanguage;
  /** The names of all elements except those of SVG and MathML. */
  readonly names: Set<string>;
  hasScript?: boolean;
  hasShadow?: boolean;
  hasWebStyle?: boolean;
  /** The pixels of all images together. */
  pixels: number;
  /** True if the problem is a URL that would have to be fetched. */
  hasRemoteUrl?: boolean;
}

/** Returns the HTML to print, without what the browser must not get. */
export async function checkHtml(html: string, language: MarkupLanguage = 'HTML'): Promise<Rendered<{ html: string }>> {
  const parsed = await parseHtml(html, language);
  if (!parsed.ok) return parsed;
  const tally: Tally = { language, names: new Set(), pixels: 0 };
  const problem = cleanChildren(parsed.tree, 0, tally);
  if (problem !== undefined) return unprintable(problem, tally.hasRemoteUrl ? { kind: 'fetched_resource' } : undefined);
  const warnings: Warning[] = [];
  if (tally.hasScript) warnings.push({ code: 'scripts_left_out' });
  if (tally.hasShadow) warnings.push({ code: 'shadow_left_out' });
  if (tally.hasWebStyle) warnings.push({ code: 'web_styles_left_out' });
  // A browser treats the placeholder <amount> as an element, and prints nothing.
  const elements = new Set([
    // The parser lists only the elements that it treats specially.
    ...Object.values<string>(standard.TAG_NAMES),
    ...'abbr acronym bdi bdo blink canvas cite data datalist del dfn ins kbd legend map mark meter output'.split(' '),
    ...'picture progress q samp slot time'.split(' '),
    // Custom elements, such as <my-card>, have end tags.
    ...html.matchAll(/<\/([^\s/>]+)/g).map(([, name = '']) => name.toLowerCase()),
  ]);
  // A colon inside the name means a namespace, as in Word's <o:p>.
  const blanks = [...tally.names].filter((name) => !elements.has(name) && /^[^:]{1,60}:?$/.test(name));
  if (blanks.length > 0 && unfilledPlaceholders(html).length === 0)
    warnings.push({ code: 'blanks_unfilled', marks: blanks.slice(0, 3).map((name) => `<${name}>`) });
  // The parser leaves out the tags of the document, and with them its direction.
  const isRtl = /<(?:html|body)\s[^<>]{0,500}\bdir\s*=\s*["']?rtl/i.test(html.slice(0, 50_000));
  const direction = isRtl ? '<style>:host { direction: rtl }</style>' : '';
  return { ok: true, warnings, html: direction + serialize(parsed.tree) };
}

/** Cleans the tree under `parent` in place. Returns the first problem; undefined if there is none. */
function cleanChildren(parent: Fragment | HtmlElement, depth: number, tally: Tally): string | undefined {
  if (depth > htmlLimits.depth) return nestedTooDeep(tally.language);
  const kept: typeof parent.childNodes = [];
  for (const node of parent.childNodes) {
    if (node.nodeName === '#text') kept.push(node);
    if (!('tagName' in node)) continue;
    if (node.tagName === 'script') tally.hasScript = true;
    if (node.namespaceURI === standard.NS.HTML) tally.names.add(node.tagName);
    if (node.tagName === 'template' && node.attrs.some(({ name }) => name === 'shadowrootmode')) tally.hasShadow = true;
    const problem = cleanElement(node, tally);
    if (problem !== undefined) return problem;
    if (droppedElements.has(node.tagName)) continue;
    // A marquee moves, so the print would depend on the time.
    if (node.tagName === 'marquee') node.tagName = 'div';
    const innerProblem = cleanChildren(node, depth + 1, tally);
    if (innerProblem !== undefined) return innerProblem;
    kept.push(node);
  }
  parent.childNodes = kept;
  return undefined;
}

/** Cleans the element's attributes and CSS in place. Returns the first problem; undefined if there is none. */
function cleanElement(element: HtmlElement, tally: Tally): string | undefined {
  const { tagName } = element;
  if (refusedElements.has(tagName))
    return `The ${tally.language} has ${withArticle(tagName)}, which cannot be printed. Remove it, or put its content into the text itself.`;
  const relation = element.attrs.find(({ name }) => name === 'rel')?.value.toLowerCase();
  if (tagName === 'link' && relation?.split(/\s+/).includes('stylesheet')) tally.hasWebStyle = true;
  if (droppedElements.has(tagName)) return undefined;
  // Event handlers would not run anyway, because scripts are off and the page's policy forbids them.
  element.attrs = element.attrs.filter(({ name }) => !name.startsWith('on'));
  if (tagName === 'style') {
    const source = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    const css = withoutWebStyles(source);
    if (css !== source) {
      tally.hasWebStyle = true;
      element.childNodes = [{ nodeName: '#text', value: css, parentNode: element }];
    }
    return problemOfUrls(urlsInCss(css), 'A <style> element', tally);
  }
  if (isLink(element)) {
    // A link keeps its text, and its URL only if that is safe or leads to an anchor in the document.
    const isKept = (url: string) => url.startsWith('#') || isSafeLink(url);
    element.attrs = element.attrs.filter(({ name, value }) => name !== 'href' || isKept(value));
  }
  if (tagName === 'details') {
    // Opened, because no one can click on paper. Without its name, because a browser opens only one of each name.
    const others = element.attrs.filter(({ name }) => name !== 'open' && name !== 'name');
    element.attrs = [...others, { name: 'open', value: '' }];
  }
  for (const { name, value } of element.attrs) {
    const problem = problemOfAttribute(element, name, value, tally);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const isLink = ({ tagName }: HtmlElement): boolean => tagName === 'a' || tagName === 'area';

function problemOfAttribute(element: HtmlElement, name: string, value: string, tally: Tally): string | undefined {
  const { tagName, namespaceURI } = element;
  const isForeign = namespaceURI !== standard.NS.HTML;
  // In SVG many attributes may hold url(), such as fill, filter and mask.
  if (name === 'style' || isForeign) {
    const problem = problemOfUrls(urlsInCss(value), `The ${name} of ${withArticle(tagName)}`, tally);
    if (problem !== undefined) return problem;
  }
  // `href` loads only in SVG; on <a> it is a link. The other attributes that load belong to refused or dropped elements.
  const isLoaded = name === 'src' || name === 'background' || (name === 'href' && isForeign && !isLink(element));
  if (isLoaded && value.trim() !== '') return problemOfUrls([value], `${withArticle(tagName, 'A')} element`, tally);
  if (name !== 'srcset') return undefined;
  // The URLs, without their descriptors, such as `2x` and `600w`.
  const candidates = value.split(/\s+/).filter((part) => !/^(?:[\d.]+[wxh])?,?$/i.test(part));
  return problemOfUrls(candidates, `The ${name} of ${withArticle(tagName)}`, tally);
}

function problemOfUrls(urls: readonly string[], where: string, tally: Tally): string | undefined {
  const remote = urls.find((url) => !isLocal(url))?.trim();
  if (remote !== undefined) {
    tally.hasRemoteUrl = true;
    const shortUrl = remote.length > 60 ? `${remote.slice(0, 60)}…` : remote;
    return `${where} loads "${shortUrl}", and nothing is fetched for print. Use a data: URI instead.`;
  }
  for (const url of urls) tally.pixels += imagePixels(url);
  return tally.pixels > maxPixels
    ? `Together the images have more than ${maxPixels / 1e6} million pixels. Make them smaller: 300 pixels per inch is enough on paper.`
    : undefined;
}

/** Every URL that `css` loads, including `data:` URIs and `#fragments`. Errors quote an empty one as `(empty)`. */
export function urlsInCss(css: string): string[] {
  // `u\72l(` is `url(` to a browser.
  const unescaped = css.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
    (_, hex: string | undefined, literal: string | undefined) => {
      if (hex === undefined) return literal ?? '';
      const codePoint = Number.parseInt(hex, 16);
      return codePoint > 0x10ffff || codePoint === 0 ? '\ufffd' : String.fromCodePoint(codePoint);
    },
  );
  // Without comments, and without @namespace, whose URL is only a name.
  const plain = unescaped.replace(/\/\*[\s\S]*?(?:\*\/|$)|@namespace\b[^;{}@]*;/gi, ' ');
  // In url(), in @import, and in the strings of functions such as image-set().
  const urls = /(?:\burl\(\s*["']?|@import\s*["']|\b(?:image-set|src|image|cross-fade)\(\s*["'])((?:[^"')\\]|\\.)*)/gi;
  return Array.from(plain.matchAll(urls), ([, url = '']) => url.trim() || '(empty)');
}

/** True for a `data:` URI or a reference inside the document, which need no fetching. */
function isLocal(url: string): boolean {
  return /^\s*(?:data:|#)/i.test(url);
}

/** `css` without the imports and fonts that would be fetched. The text prints without them, but looks different. */
export function withoutWebStyles(css: string): string {
  const isFetched = (rule: string) => urlsInCss(rule).some((url) => !isLocal(url));
  // An @import, whose URL may have semicolons, or an @font-face. A rule with a comment stays, so its URL is refused.
  const webRules =
    /@import\s+(?:url\((?:\s*"[^"]*"\s*|\s*'[^']*'\s*|[^()"']*)\)|"[^"]*"|'[^']*')[^;{}@]*(?:;|$|(?=@))|@font-face\s*\{[^{}]*\}/gi;
  return css.replace(webRules, (rule) => (isFetched(rule) ? '' : rule));
}

/** The limit for all images of a document. A photograph as wide as the column has 5 million at 300 dpi. */
export const maxPixels = 60_000_000;

/** The pixels of the image in a `data:` URI; 0 for SVG, other data and unknown formats. */
export function imagePixels(url: string): number {
  // The prefix, such as `data:image/png;base64,`, is never longer than this.
  const comma = url.slice(0, 300).indexOf(',');
  if (comma === -1 || !/^\s*data:/i.test(url)) return 0;
  const isBase64 = /;\s*base64\s*$/i.test(url.slice(0, comma));
  // The size is near the start of a file, and decoding a megabyte of percent signs takes a tenth of a second.
  const data = url.slice(comma + 1, comma + 300_000);
  const base64 = isBase64 && data.includes('%') ? percentDecoded(data).toString('latin1') : data;
  const bytes = isBase64 ? Buffer.from(base64, 'base64') : percentDecoded(data);
  const [width, height] = imageSize(bytes);
  return width * height;
}

function percentDecoded(data: string): Buffer {
  return Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Reads the size in pixels from the image's header; 0 x 0 if the format is unknown. */
function imageSize(bytes: Buffer): readonly [width: number, height: number] {
  if (bytes.length < 30) return [0, 0];
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === '\x89PNG') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (signature === 'GIF8') return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (signature.startsWith('BM')) return [Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))];
  if (signature.startsWith('\xff\xd8')) return jpegSize(bytes);
  if (signature !== 'RIFF') return [0, 0];
  const webp = bytes.toString('latin1', 12, 16);
  if (webp === 'VP8X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
  if (webp === 'VP8L') return [1 + (bytes.readUInt16LE(21) & 0x3fff), 1 + ((bytes.readUInt32LE(21) >> 14) & 0x3fff)];
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
}

/** Reads the frame header of a JPEG. Its marker, SOF, is from C0 to CF, but not DHT, JPG or DAC. */
function jpegSize(bytes: Buffer): readonly [width: number, height: number] {
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0xff) return [0, 0];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return [0, 0];
}
