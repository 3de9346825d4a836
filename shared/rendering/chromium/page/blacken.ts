/**
 * Makes a fax black on white, whatever the author's CSS says. Images, SVG drawings and the background pictures of empty
 * boxes do not change. The functions run in the page as source text, so each uses only parameters and globals. They use
 * elements through the prototype (see `ElementClass`).
 */
import {
  type ComputedStyle,
  callInPage,
  type ElementClass,
  type LayoutBox,
  newPainter,
  type PageDocument,
  type PageNode,
} from './dom.ts';

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;

/** The call, as source text, that makes the page black on white. */
export const blackenCall = (): string =>
  callInPage(blackenPage, blackOnWhiteCss(), newPainter, markReader, backgroundReader);

type Style = Readonly<Record<string, string>>;
/** From 0 (black) to 1 (white), over the brightness `behind`; undefined if the color is transparent. */
type Brightness = (color?: string, behind?: number) => number | undefined;

/**
 * Marks the elements that would vanish without their colors, or appear because of them. Removes !important from style
 * attributes, where it would win even against a layer. Puts `css` before every other style.
 */
function blackenPage(
  css: string,
  newColorPainter: typeof newPainter,
  newMarkReader: typeof markReader,
  newBackgroundReader: typeof backgroundReader,
): void {
  const root = document.getElementById('author').shadowRoot;
  const paint = newColorPainter();
  const brightnessOf: Brightness = (color = '', behind = 1) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint(color);
    const opaque = (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
    return alpha === 0 ? undefined : behind + (alpha / 255) * (opaque - behind);
  };
  // Without pictures the backgrounds are not read, because a property with a large data: URI takes long to read.
  const hasPictures = root.querySelectorAll('img, svg').length > 0;
  const marksOf = newMarkReader(brightnessOf, hasPictures ? newBackgroundReader(brightnessOf) : () => 1);
  const elements = [...root.querySelectorAll('*')];
  const marks = elements.map((element) => marksOf(element).join(' '));
  for (const [index, element] of elements.entries())
    Element.prototype.setAttribute.call(element, 'fax', marks[index] ?? '');
  const { style } = document.createElement('style');
  for (const element of root.querySelectorAll('[style]')) {
    style.cssText = String(Element.prototype.getAttribute.call(element, 'style'));
    const important = [...style].filter((name) => style.getPropertyPriority(name) !== '');
    for (const name of important) style.setProperty(name, style.getPropertyValue(name), '');
    if (important.length > 0) Element.prototype.setAttribute.call(element, 'style', style.cssText);
  }
  const sheet = document.createElement('style');
  sheet.textContent = css;
  root.prepend(sheet);
}

/** Returns a function that gives the brightness behind an element's content. It must get the elements in document order. */
function backgroundReader(brightnessOf: Brightness): (element: PageNode, style: Style, isLayer: boolean) => number {
  /** The brightness of a background. A gradient's is the average of its colors. */
  const backgroundBrightness = (style: Style, behind: number): number => {
    const { backgroundColor, backgroundImage = '', backgroundClip } = style;
    const color = brightnessOf(backgroundColor, behind) ?? behind;
    const gradients = backgroundImage.replaceAll(/url\("[^"]*"\)/g, '');
    const stops = gradients.match(/\b(?:rgba?|(?:ok)?l(?:ab|ch)|color)\([^()]+\)/g);
    if (stops === null || backgroundClip === 'text') return color;
    return stops.reduce((sum, stop) => sum + (brightnessOf(stop, color) ?? color) / stops.length, 0);
  };
  const covers = (layer: PageNode, parent: PageNode): boolean => {
    const boxOf = (element: PageNode): LayoutBox => Element.prototype.getBoundingClientRect.call(element);
    const [inner, outer] = [boxOf(layer), boxOf(parent)];
    const isAsWide = inner.left < outer.left + 4 && inner.right > outer.right - 4;
    const isAsHigh = inner.top < outer.top + 4 && inner.bottom > outer.bottom - 4;
    return outer.height > 0 && isAsWide && isAsHigh;
  };
  const backgrounds = new Map<unknown, number>();
  return (element, style, isLayer) => {
    const parent = Reflect.get(Element.prototype, 'parentElement', element) as PageNode | null;
    const background = backgroundBrightness(style, backgrounds.get(parent) ?? 1);
    backgrounds.set(element, background);
    // A positioned layer over all of its parent is the background of its siblings.
    if (parent !== null && isLayer && covers(element, parent)) backgrounds.set(parent, background);
    return background;
  };
}

/** Returns a function that gives an element's marks: the rules of `blackOnWhiteCss` that apply to it. */
function markReader(
  brightnessOf: Brightness,
  backgroundOf: ReturnType<typeof backgroundReader>,
): (element: PageNode) => string[] {
  const sides = ['Top', 'Right', 'Bottom', 'Left'];
  const read = (element: PageNode, property: string): unknown => Reflect.get(Element.prototype, property, element);
  const isWhite = (brightness: number | undefined) => brightness === undefined || brightness > 0.97;
  // A positioned element may be behind text, which would vanish if the element became black.
  const isPositioned = ({ position = '' }: Style) => /absolute|fixed|sticky/.test(position);
  const hasPicture = (style: Style) => style.backgroundImage !== 'none' && !isPositioned(style);
  const isThin = (widthPx: number, heightPx: number) => Math.min(widthPx, heightPx) <= 8;

  const marksOfBox = (element: PageNode, style: Style): string[] => {
    const brightness = brightnessOf(style.backgroundColor);
    const isEmpty = read(element, 'childElementCount') === 0 && String(read(element, 'textContent')).trim() === '';
    if (!isEmpty || /^(?:input|textarea|select|button)$/.test(String(read(element, 'localName')))) return [];
    const isDark = (brightness ?? 1) < 0.5 && !isPositioned(style);
    if (hasPicture(style)) return isDark ? ['picture', 'fill'] : ['picture'];
    if (isWhite(brightness)) return [];
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    if (isDark || isThin(width, height)) return ['fill'];
    return /^t[dh]$/.test(String(read(element, 'localName'))) ? [] : ['frame'];
  };

  const marksOfBorder = (style: Style): string[] =>
    sides.flatMap((side) => {
      if (style[`border${side}Width`] === '0px') return [];
      const isClear = brightnessOf(style[`border${side}Color`]) === undefined;
      // Browsers draw these styles in two shades.
      const isShaded = /inset|outset|groove|ridge/.test(style[`border${side}Style`] ?? '');
      const name = side.toLowerCase();
      return [...(isClear ? [`${name}-clear`] : []), ...(isShaded ? [`${name}-solid`] : [])];
    });

  const marksOfPart = (element: PageNode, part: 'before' | 'after'): string[] => {
    const style = getComputedStyle(element, `::${part}`);
    if (style.content !== '""') return [];
    if (hasPicture(style)) return [`${part}-picture`];
    if (isWhite(brightnessOf(style.backgroundColor))) return [];
    const isRule = isThin(Number.parseFloat(style.width ?? ''), Number.parseFloat(style.height ?? ''));
    return isRule || !isPositioned(style) ? [part] : [];
  };

  return (element) => {
    const style = getComputedStyle(element);
    const background = backgroundOf(element, style, isPositioned(style));
    if (style.display === 'none') return [];
    const isPicture = /^(?:img|svg)$/.test(String(read(element, 'localName')));
    const isOverDark = isPicture && background < 0.5;
    // A filter that makes a dark logo white would do the same to the black behind it.
    const isWhitened = isOverDark && /invert|brightness/.test(style.filter ?? '');
    const isOnDark = isOverDark && !isWhitened;
    return [
      ...(isPicture ? [isWhitened ? 'plain' : 'picture'] : marksOfBox(element, style)),
      // A white logo on a dark band keeps a black background, although the band itself is removed. Its currentColor stays
      // light.
      ...(isOnDark ? ['fill'] : []),
      ...(isOnDark && (brightnessOf(style.color) ?? 0) > background ? ['light'] : []),
      ...marksOfBorder(style),
      ...marksOfPart(element, 'before'),
      ...marksOfPart(element, 'after'),
      ...(style.opacity === '0' ? ['unseen'] : []),
    ];
  };
}

/** The first layer of the page: its !important wins over every rule of the author. */
function blackOnWhiteCss(): string {
  // Excludes SVG because it is a picture: its white parts may be the background of its black ones.
  const element = ':not(svg, svg *, style)';
  const parts = ['before', 'after', 'marker', 'first-line', 'first-letter', 'placeholder', 'file-selector-button'];
  const everything = [':host', element, ...parts.map((part) => `${element}::${part}`)].join(', ');
  const withoutPicture = [
    ':host',
    `${element}:not([fax~="picture"])`,
    ...parts.map((part) => `${element}:not([fax~="${part}-picture"])::${part}`),
  ].join(', ');
  // Every CSS property that can bring a color other than black onto the paper.
  const black = [
    'color: #000',
    '-webkit-text-fill-color: #000',
    '-webkit-text-stroke-width: 0',
    'text-decoration-color: #000',
    'text-emphasis-color: #000',
    'text-shadow: none',
    'background-color: transparent',
    'border-color: #000',
    'border-image: none',
    'outline-color: #000',
    'column-rule-color: #000',
    'box-shadow: none',
    'opacity: 1',
    'backdrop-filter: none',
    'mix-blend-mode: normal',
    'accent-color: #000',
    'color-scheme: only light',
    'forced-color-adjust: none',
    'print-color-adjust: exact',
  ].map((declaration) => `${declaration} !important`);
  const sides = ['top', 'right', 'bottom', 'left'];
  // The rules for the marks that `blackenPage` set in the `fax` attribute after reading the author's colors.
  const marked = [
    ['fill', '', 'background-color: #000'],
    ['before', '::before', 'background-color: #000'],
    ['after', '::after', 'background-color: #000'],
    ['frame', '', 'box-shadow: inset 0 0 0 1px #000'],
    ['light', '', 'color: #fff'],
    ['plain', '', 'filter: none'],
    ['unseen', '', 'opacity: 0'],
    ...sides.map((side) => [`${side}-clear`, '', `border-${side}-color: transparent`]),
    ...sides.map((side) => [`${side}-solid`, '', `border-${side}-style: solid`]),
  ].map(([mark, part, rule]) => `[fax~="${mark}"]${part} { ${rule} !important }`);
  return `@layer {
    ${everything} { ${black.join('; ')} }
    ${withoutPicture} { background-image: none !important; filter: none !important }
    ${marked.join(' ')}
  }`;
}
