/** Makes a fax black on white, no matter what its author's CSS says. Images and SVG drawings stay as they are. */

/** SVG is left out because it is a picture: its white parts may be the background of its black ones. */
const all = ':not(svg, svg *, style)';
const everything = [
  `:host, ${all}`,
  ...['before', 'after', 'marker', 'first-line', 'first-letter', 'placeholder', 'file-selector-button'].map(
    (part) => `${all}::${part}`,
  ),
].join(', ');

const sides = ['top', 'right', 'bottom', 'left'];

/** Each property is a way in which CSS brings another color onto the paper. */
const black = [
  'color: #000',
  '-webkit-text-fill-color: #000',
  '-webkit-text-stroke-width: 0',
  'text-decoration-color: #000',
  'text-emphasis-color: #000',
  'text-shadow: none',
  'background: none',
  'border-color: #000',
  'border-image: none',
  'outline-color: #000',
  'column-rule-color: #000',
  'box-shadow: none',
  'opacity: 1',
  'filter: none',
  'backdrop-filter: none',
  'mix-blend-mode: normal',
  'accent-color: #000',
  'color-scheme: only light',
  'forced-color-adjust: none',
  'print-color-adjust: exact',
]
  .map((each) => `${each} !important`)
  .join('; ');

/** The rules for the words that `blackenPage` wrote into an attribute after it read the author's colors. */
const marked = [
  ['fill', '', 'background-color: #000'],
  ['before', '::before', 'background-color: #000'],
  ['after', '::after', 'background-color: #000'],
  ['frame', '', 'box-shadow: inset 0 0 0 1px #000'],
  ['unseen', '', 'opacity: 0'],
  ...sides.map((side) => [`${side}-clear`, '', `border-${side}-color: transparent`]),
  ...sides.map((side) => [`${side}-solid`, '', `border-${side}-style: solid`]),
].map(([word, part, rule]) => `[fax~="${word}"]${part} { ${rule} !important }`);

/** Stands in the first layer of the page, where !important wins against every rule of the author's. */
export const blackOnWhite = `@layer { ${everything} { ${black} } ${marked.join(' ')} }`;
