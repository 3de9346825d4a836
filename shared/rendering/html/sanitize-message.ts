/** Sanitizes the HTML note that the print partner sets under a check. Only text markup remains. */
import { serialize } from 'parse5';
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import type { Rendered, Unprintable } from '../../domain/paper.ts';
import type { OmittedKind, Warning } from '../../domain/warnings.ts';
import { unprintable } from '../layout.ts';
import { urlsInCss } from './check-html.ts';
import { type Fragment, type HtmlElement, parseHtml } from './parse-html.ts';

export const maxMessageBytes = 20_000;

/** The kinds of content that a reader would miss, and their elements. */
const omittedKinds: readonly (readonly [OmittedKind, readonly string[]])[] = [
  ['images', ['img', 'picture', 'svg', 'canvas', 'image', 'map']],
  ['frames and recordings', ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'video', 'audio']],
  ['form fields', ['input', 'textarea', 'select', 'button', 'meter', 'progress']],
  ['style sheets', ['style', 'link']],
  ['scripts', ['script']],
];

/**
 * Sanitizes `html` for the partner: safe, without merge variables, and unchanged if it is sanitized again. Unprintable:
 * more than 20,000 bytes of UTF-8 before or after, no letter or digit left, refused by `parseHtml`.
 */
export async function sanitizeMessage(html: string): Promise<Rendered<{ html: string }>> {
  const parsed = refuseTooLong(html) ?? (await parseHtml(html));
  if (!parsed.ok) return parsed;
  const clean = await cleanUntilStable(html);
  if (typeof clean !== 'string') return clean;
  const withoutTags = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
  const text = withoutTags.replaceAll(/&[#\w]+;/g, ' '); // Without character references, such as `&nbsp;`.
  if (!/[\p{L}\p{N}]/u.test(text)) return unprintable(nothingLeft);
  const present = new Set(tagNamesIn(parsed.tree));
  const kinds = omittedKinds.filter(([, tagNames]) => tagNames.some((name) => present.has(name))).map(([kind]) => kind);
  const warnings: Warning[] = kinds.length === 0 ? [] : [{ code: 'left_out_of_message', kinds }];
  return refuseTooLong(clean) ?? { ok: true, warnings, html: clean };
}

function refuseTooLong(html: string): Unprintable | undefined {
  const bytes = Buffer.byteLength(html);
  if (bytes <= maxMessageBytes) return undefined;
  return unprintable(`The message has ${bytes} bytes of HTML and at most ${maxMessageBytes} are allowed. Shorten it.`, {
    kind: 'too_long',
  });
}

const nothingLeft = 'There is nothing to print: the message has no letter or digit in it. Send at least one word.';

/** Sanitizes until nothing changes, because removing elements moves others. Two attempts are usually enough. */
async function cleanUntilStable(html: string): Promise<string | Unprintable> {
  let clean = html;
  for (let attempt = 0; attempt < 10; attempt++) {
    if (clean.trim() === '') return unprintable(nothingLeft);
    const parsed = await parseHtml(clean);
    if (!parsed.ok) return parsed;
    removeHidden(parsed.tree);
    const safe = sanitizeHtml(serialize(parsed.tree), safeMarkup);
    // The partner replaces {{names}} with values, in text and in attributes. Character references keep them plain braces.
    const next = safe.replaceAll('{', '&#123;').replaceAll('}', '&#125;');
    if (next === clean) return next;
    clean = next;
  }
  return unprintable('The message can be read in more than one way. Close every element that you open.');
}

/** Removes hidden elements, because without the CSS that hides them they would be printed. */
function removeHidden(parent: Fragment | HtmlElement): void {
  const isHidden = ({ attrs }: HtmlElement) =>
    attrs.some(
      ({ name, value }) =>
        name === 'hidden' || (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hid/i.test(value)),
    );
  parent.childNodes = parent.childNodes.filter((node) => !('tagName' in node) || !isHidden(node));
  for (const child of elementsIn(parent)) removeHidden(child);
}

/** The name of each element, and `img` for one with a background image. */
function* tagNamesIn(parent: Fragment | HtmlElement): Generator<string> {
  for (const element of elementsIn(parent)) {
    yield element.tagName;
    const showsImage = element.attrs.some(
      ({ name, value }) => name === 'background' || (name === 'style' && urlsInCss(value).length > 0),
    );
    if (showsImage) yield 'img';
    yield* tagNamesIn(element);
  }
}

const elementsIn = (parent: Fragment | HtmlElement): HtmlElement[] =>
  parent.childNodes.filter((node): node is HtmlElement => 'tagName' in node);

const horizontalAlign = /^(?:left|center|right|justify)$/i;
const verticalAlign = /^(?:top|middle|bottom|baseline)$/i;
const span = /^(?:[1-9]|[1-4]\d|50)$/; // 1 to 50 cells.
const cell = { align: horizontalAlign, valign: verticalAlign, colspan: span, rowspan: span };

/** The allowed values of each attribute, by element. */
const attributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  td: cell,
  th: cell,
  tr: { align: horizontalAlign, valign: verticalAlign },
  table: { align: /^(?:left|center|right)$/i, border: /^[0-4]$/, cellpadding: /^1?\d$/, cellspacing: /^1?\d$/ },
  ol: { start: /^\d{1,4}$/, type: /^[1aAiI]$/ },
  li: { value: /^\d{1,4}$/ },
};

const safeMarkup: IOptions = {
  allowedTags:
    'p br b strong i em u s small sub sup span div h1 h2 h3 h4 h5 h6 ul ol li blockquote hr table caption thead tbody tfoot tr th td'.split(
      ' ',
    ),
  allowedAttributes: {
    '*': ['style'],
    ...Object.fromEntries(Object.entries(attributes).map(([element, allowed]) => [element, Object.keys(allowed)])),
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify|start|end)$/i],
      'font-weight': [/^(?:normal|bold|[1-9]00)$/i],
      'font-style': [/^(?:normal|italic)$/i],
      'text-decoration': [/^(?:none|underline|line-through)$/i],
      // 6 to 36 points, or the same in pixels. Smaller text is unreadable, and larger text would fill the note.
      'font-size': [/^(?:[6-9]|[12]\d|3[0-6])(?:\.\d{1,2})?pt$/i, /^(?:[89]|[1-3]\d|4[0-8])(?:\.\d{1,2})?px$/i],
    },
  },
  transformTags: {
    '*': (tagName: string, attribs: Attributes) => {
      const allowed = attributes[tagName] ?? {};
      const isSafe = ([name, value]: [string, string]) => name === 'style' || allowed[name]?.test(value) === true;
      return { tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(isSafe)) };
    },
  },
  // These are removed with their text, because no browser would have shown it as part of the message.
  nonTextTags:
    'script style textarea option select button title template noembed noframes iframe object applet video audio canvas svg'.split(
      ' ',
    ),
  disallowedTagsMode: 'discard',
};
