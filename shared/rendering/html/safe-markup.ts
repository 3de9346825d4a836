/** The markup that a note under a check may have. It is an allow-list, so unforeseen markup is removed as well. */
import type { Attributes, IOptions } from 'sanitize-html';

const textElements =
  'p br b strong i em u s small sub sup span div h1 h2 h3 h4 h5 h6 ul ol li blockquote hr table caption thead tbody tfoot tr th td';

/** These go with their text, because the author's reader would not have seen that text in its place. */
const withTheirText =
  'script style textarea option select button xmp title template noembed noframes iframe object applet video audio canvas svg math';

const [horizontally, vertically] = [/^(?:left|center|right|justify)$/i, /^(?:top|middle|bottom|baseline)$/i];
const cells = /^(?:[1-9]|[1-4]\d|50)$/;
const cellAttributes = { align: horizontally, valign: vertically, colspan: cells, rowspan: cells };

/** The allowed values of each attribute, by element. */
const attributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  td: cellAttributes,
  th: cellAttributes,
  tr: { align: horizontally, valign: vertically },
  table: { align: /^(?:left|center|right)$/i, border: /^[0-4]$/, cellpadding: /^1?\d$/, cellspacing: /^1?\d$/ },
  ol: { start: /^\d{1,4}$/, type: /^[1aAiI]$/ },
  li: { value: /^\d{1,4}$/ },
};

const styles = {
  'text-align': [/^(?:left|right|center|justify|start|end)$/i],
  'font-weight': [/^(?:normal|bold|[1-9]00)$/i],
  'font-style': [/^(?:normal|italic)$/i],
  'text-decoration': [/^(?:none|underline|line-through)$/i],
  // From 6 to 36 points, or as much in pixels: nobody reads smaller text, and larger is not text.
  'font-size': [/^(?:[6-9]|[12]\d|3[0-6])(?:\.\d{1,2})?pt$/i, /^(?:[89]|[1-3]\d|4[0-8])(?:\.\d{1,2})?px$/i],
};

function onlySafe(tagName: string, attribs: Attributes) {
  const allowed = attributes[tagName] ?? {};
  const isSafe = ([name, value]: [string, string]) => name === 'style' || allowed[name]?.test(value) === true;
  return { tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(isSafe)) };
}

export const safeMarkup: IOptions = {
  allowedTags: textElements.split(' '),
  allowedAttributes: {
    '*': ['style'],
    ...Object.fromEntries(Object.entries(attributes).map(([element, allowed]) => [element, Object.keys(allowed)])),
  },
  allowedStyles: { '*': styles },
  transformTags: { '*': onlySafe },
  nonTextTags: withTheirText.split(' '),
  disallowedTagsMode: 'discard',
};
