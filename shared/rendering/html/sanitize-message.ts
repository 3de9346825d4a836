/** Cleans the HTML note that the print partner sets under a check: plain text mark-up stays, everything else goes. */

import { type DefaultTreeAdapterTypes, serialize } from 'parse5';
import sanitizeHtml from 'sanitize-html';
import type { Rendered, Unprintable } from '../../core/content.ts';
import { addressesInCss } from './check-css.ts';
import { type Fragment, type HtmlElement, parseHtml } from './parse-html.ts';
import { safeMarkup } from './safe-markup.ts';

export const messageLimits = { bytes: 20_000 } as const;

/** What a reader would miss, by the element that shows it. */
const missed: readonly (readonly [kind: string, elements: readonly string[]])[] = [
  ['images', ['img', 'picture', 'svg', 'canvas', 'image', 'map']],
  ['frames and recordings', ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'video', 'audio']],
  ['form fields', ['input', 'textarea', 'select', 'button', 'meter', 'progress']],
  ['style sheets', ['style', 'link']],
  ['scripts', ['script']],
];

const kindOf = new Map(missed.flatMap(([kind, elements]) => elements.map((element) => [element, kind] as const)));

/**
 * `html` as the partner may have it: safe, without merge variables, and the same again when it is cleaned again.
 * Unprintable: more than 20,000 bytes of UTF-8 before or after, no letter or digit left, what `parseHtml` refuses.
 */
export function sanitizeMessage(html: string): Rendered<{ html: string }> {
  const parsed = tooLong(html) ?? parseHtml(html);
  if (!parsed.ok) return parsed;
  const clean = settled(html);
  if (typeof clean !== 'string') return clean;
  if (!/[\p{L}\p{N}]/u.test(textIn(clean))) return refused(nothingLeft);
  return tooLong(clean) ?? { ok: true, warnings: warningsFor(parsed.tree), html: clean };
}

function tooLong(html: string): Unprintable | undefined {
  const bytes = Buffer.byteLength(html);
  if (bytes <= messageLimits.bytes) return undefined;
  return refused(`The message has ${bytes} bytes of HTML and at most ${messageLimits.bytes} are allowed. Shorten it.`);
}

const nothingLeft = 'There is nothing to print: the message has no letter or digit in it. Send at least one word.';

/** Taking elements away moves others, where HTML allows no paragraph in a paragraph: most often one round settles it. */
const mostAttempts = 10;

function settled(html: string): string | Unprintable {
  let clean = html;
  for (let round = 0; round < mostAttempts; round++) {
    const next = cleanedOnce(clean);
    if (typeof next !== 'string' || next === clean) return next;
    clean = next;
  }
  return refused('The message can be read in more than one way. Close every element that it opens.');
}

function cleanedOnce(html: string): string | Unprintable {
  if (html.trim() === '') return refused(nothingLeft);
  const parsed = parseHtml(html);
  if (!parsed.ok) return parsed;
  removeHidden(parsed.tree);
  return withoutVariables(sanitizeHtml(serialize(parsed.tree), safeMarkup));
}

/** The partner puts values in place of {{names}}, in text and in attributes: as character references they are plain braces. */
const withoutVariables = (html: string) => html.replaceAll('{', '&#123;').replaceAll('}', '&#125;');

/** Without the CSS that hides it, what was not to be seen would be printed. */
function removeHidden(parent: Fragment | HtmlElement): void {
  parent.childNodes = parent.childNodes.filter((node) => !('tagName' in node) || !isHidden(node));
  for (const child of elementsIn(parent)) removeHidden(child);
}

const isHidden = ({ attrs }: HtmlElement) =>
  attrs.some(
    ({ name, value }) =>
      name === 'hidden' || (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hid/i.test(value)),
  );

function warningsFor(tree: Fragment): string[] {
  const found = new Set(kindsIn(tree));
  const kinds = missed.map(([kind]) => kind).filter((kind) => found.has(kind));
  if (kinds.length === 0) return [];
  return [`Only text is printed under a check. Left out of the message: ${kinds.join(', ')}.`];
}

function* kindsIn(parent: Fragment | HtmlElement): Generator<string> {
  for (const element of elementsIn(parent)) {
    const kind = kindOf.get(element.tagName);
    if (kind !== undefined) yield kind;
    if (element.attrs.some(({ name, value }) => name === 'background' || (name === 'style' && showsImage(value))))
      yield 'images';
    yield* kindsIn(element);
  }
}

const showsImage = (css: string) => addressesInCss(css).length > 0;

const elementsIn = (parent: Fragment | HtmlElement): HtmlElement[] =>
  parent.childNodes.filter((node): node is DefaultTreeAdapterTypes.Element => 'tagName' in node);

function textIn(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/&[#\w]+;/g, ' ');
}

function refused(problem: string): Unprintable {
  return { ok: false, problem };
}
