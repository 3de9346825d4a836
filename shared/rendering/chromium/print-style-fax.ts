/** Makes a fax black on white, whatever its author's CSS says; images and SVG drawings are left as they are. */

/** SVG is a picture: what is white in it may be the background of what is black. */
const all = ':not(svg, svg *, style)';
const everything = [
  `:host, ${all}`,
  ...['before', 'after', 'marker', 'first-line', 'first-letter', 'placeholder', 'file-selector-button'].map(
    (part) => `${all}::${part}`,
  ),
].join(', ');

const sides = ['top', 'right', 'bottom', 'left'];

const important = (declarations: readonly string[]) => declarations.map((each) => `${each} !important`).join('; ');

/** Each is a way by which CSS brings another colour onto the paper. */
const black = important([
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
]);

/** What `blackenPage` found in the author's colours and wrote into an attribute: the words mean what they do here. */
const marked = [
  ['fill', '', 'background-color: #000'],
  ['before', '::before', 'background-color: #000'],
  ['after', '::after', 'background-color: #000'],
  ['frame', '', 'box-shadow: inset 0 0 0 1px #000'],
  ['unseen', '', 'opacity: 0'],
  ...sides.map((side) => [`${side}-clear`, '', `border-${side}-color: transparent`]),
  ...sides.map((side) => [`${side}-solid`, '', `border-${side}-style: solid`]),
].map(([word, part, rule]) => `[fax~="${word}"]${part} { ${rule} !important }`);

/** In the first layer of the page: what is !important there wins against every rule of the author's. */
export const blackOnWhite = `@layer { ${everything} { ${black} } ${marked.join(' ')} }`;
