/** Surveys a laid-out page. `surveyPage` goes to the browser as source text, so it uses nothing from outside itself. */
import type { ComputedStyle, ElementClass, LayoutBox, PageDocument, PageNode } from './dom.ts';

/** A visible run of text, or an element with a box. CSS pixels from the column's top left corner. */
export interface ShownText {
  /** The element's tag and class, as in HTML. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

export interface Survey {
  /** Every visible character once, without ASCII, which every font has. */
  readonly characters: string;
  /** The element or text that reaches furthest out of the column, on the left or on the right. */
  readonly widest: ShownText;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The end of the lowest text or box, on one endless page; 0 if nothing shows. */
  readonly bottomPx: number;
  /** The characters of all visible text, with the spaces inside. */
  readonly textLength: number;
  /** The element that begins furthest above page 1, where it would be cut off; 0 px if none does. */
  readonly highest: { readonly name: string; readonly abovePx: number };
  /** The first element that shows only part of its content, because nobody can scroll on paper. */
  readonly scrolled: string;
  /** The first element that clips its content because the author's CSS says so. */
  readonly clipped: string;
  /** True if the number or bullet of a list item may stand left of the column. */
  readonly marksOutside: boolean;
  /** The number of forbidden elements. More than 0 means that the browser read the HTML differently from the check. */
  readonly smuggled: number;
  /** True if something visible begins above the end of the address zone. */
  readonly inZone: boolean;
}

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;

/** Looks at everything in the page's shadow root. `columnPx` and `zonePx` are CSS pixels. */
export function surveyPage(columnPx: number, zonePx: number): Survey {
  const root = document.getElementById('author').shadowRoot;
  const characters = new Set<string>();
  const markerPx = 32;
  const notAscii = /[^\t\n\r -~]/gu;
  let widest: ShownText = { name: '', leftPx: 0, rightPx: columnPx };
  let highest = { name: '', abovePx: 0 };
  let scrolled = '';
  let clipped = '';
  let marksOutside = false;
  let inZone = false;
  let bottomPx = 0;
  let textLength = 0;
  // The survey sees one endless page, so anything after a forced break is really on page 2.
  let zoneEndPx = zonePx;
  const newPage = /^(?:page|left|right|recto|verso)$/;

  // Read through the prototype: <input name=getBoundingClientRect> shadows that property on its form.
  const boxOf = (element: PageNode): LayoutBox => Element.prototype.getBoundingClientRect.call(element);
  const read = (element: PageNode, property: string): unknown => Reflect.get(Element.prototype, property, element);
  const range = document.createRange();
  const boxOfText = (text: PageNode, from = 0, to = text.nodeValue.length): LayoutBox => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect();
  };
  const rightOfWords = (text: PageNode): number =>
    [...text.nodeValue.matchAll(/\S+/g)]
      .map(({ index, 0: word }) => boxOfText(text, index, index + word.length).right)
      .reduce((most, right) => Math.max(most, right), 0);

  const isReplaced = (element: PageNode): boolean =>
    /^(?:img|svg|hr|input|textarea|select|button|meter|progress)$/.test(String(read(element, 'localName')));

  const isDrawn = (element: PageNode): boolean => {
    if (isReplaced(element)) return true;
    const style = getComputedStyle(element);
    const border = ['Top', 'Right', 'Bottom', 'Left'].some((side) => style[`border${side}Width`] !== '0px');
    const background = style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'rgb(255, 255, 255)';
    return border || background || style.backgroundImage !== 'none';
  };

  // A clipped box of one pixel hides its text on purpose: the text is for screen readers.
  const isPinpoint = (element: PageNode): boolean => {
    const { width, height } = boxOf(element);
    return width <= 1 && height <= 1 && width + height > 0 && getComputedStyle(element).overflow !== 'visible';
  };

  const nameOf = (element: PageNode): string => {
    const className = String(read(element, 'className')).slice(0, 40);
    const attribute = /^[\w -]+$/.test(className) ? ` class="${className}"` : '';
    return `<${read(element, 'localName')}${attribute}>`;
  };

  const compare = (element: PageNode, leftPx: number, rightPx: number): void => {
    // Pages hide text far out on the left, so nothing there is meant to be seen.
    const isHidden = rightPx < -1_000;
    const furthest = Math.max(-widest.leftPx, widest.rightPx - columnPx, 0.5);
    if (isHidden || Math.max(-leftPx, rightPx - columnPx) <= furthest) return;
    widest = { name: nameOf(element), leftPx, rightPx };
  };

  // Nothing far above the page is meant to be seen, as on the left.
  const compareTop = (element: PageNode, { top, bottom }: LayoutBox, allowedPx: number): void => {
    if (-top <= Math.max(highest.abovePx, allowedPx) || bottom < -1_000) return;
    highest = { name: nameOf(element), abovePx: -top };
  };

  const lookForHidden = (element: PageNode): void => {
    const [width, height] = [Number(read(element, 'clientWidth')), Number(read(element, 'clientHeight'))];
    if (width <= 1 || height <= 1) return;
    const tooWide = Number(read(element, 'scrollWidth')) > width + 4;
    const tooHigh = Number(read(element, 'scrollHeight')) > height + 4;
    if (!tooWide && !tooHigh) return;
    const { overflowX = '', overflowY = '' } = getComputedStyle(element);
    const overflows = `${tooWide ? overflowX : ''} ${tooHigh ? overflowY : ''}`;
    if (/auto|scroll/.test(overflows)) scrolled ||= nameOf(element);
    else if (/hidden|clip/.test(overflows)) clipped ||= nameOf(element);
  };

  const lookAtElement = (element: PageNode): void => {
    const box = boxOf(element);
    const { left, right, top, bottom, width, height } = box;
    if (width === 0 && height === 0) return;
    bottomPx = Math.max(bottomPx, bottom);
    // A scaled table counts its own pixels.
    const zoom = Number(read(element, 'currentCSSZoom') ?? 1);
    const rightPx = Math.max(right, left + zoom * Number(read(element, 'scrollWidth')));
    // The parts of an inline element are measured one by one: its own box includes spaces that hang over a line's end.
    const isOutside = left < 0 || rightPx > columnPx;
    const isLine = isOutside && !isReplaced(element) && getComputedStyle(element).display === 'inline';
    if (isOutside && !isLine) compare(element, left, rightPx);
    if (top < -1 && isDrawn(element)) compareTop(element, box, 1);
    lookForHidden(element);
    marksOutside ||= left < markerPx && read(element, 'localName') === 'li';
    if (inZone || height === 0 || top >= zoneEndPx || bottom <= 0) return;
    const { breakBefore = '', breakAfter = '' } = getComputedStyle(element);
    if (top > 0 && newPage.test(breakBefore)) zoneEndPx = top;
    else inZone = isDrawn(element);
    if (newPage.test(breakAfter)) zoneEndPx = Math.min(zoneEndPx, bottom);
  };

  const lookAtText = (text: PageNode): void => {
    const box = boxOfText(text);
    const { left, right, top, bottom, width, height } = box;
    if (width === 0 || height === 0 || text.nodeValue.trim() === '') return;
    bottomPx = Math.max(bottomPx, bottom);
    textLength += text.nodeValue.trim().length;
    if (text.parentElement !== null) {
      compare(text.parentElement, left, right > columnPx ? rightOfWords(text) : right);
      // With narrow lines the font's box begins above the line's, but the ink does not.
      compareTop(text.parentElement, box, height / 4);
    }
    for (const character of text.nodeValue.match(notAscii) ?? []) characters.add(character);
    // The same for a small raised letter at the end of the zone.
    inZone ||= top + height / 4 < zoneEndPx && bottom > 0;
  };

  const elementsAndText = 0x1 | 0x4;
  const walker = document.createTreeWalker(root, elementsAndText);
  // Skips a subtree by hand: a filter would be a callback from the DOM, and those are off with the page's scripts.
  const nextOutside = (): PageNode | null => {
    let next = walker.nextSibling();
    while (next === null && walker.parentNode() !== null) next = walker.nextSibling();
    return next;
  };
  let node = walker.nextNode();
  while (node !== null) {
    const localName = node instanceof Element ? read(node, 'localName') : undefined;
    const isHidden = localName === 'style' || (localName !== undefined && isPinpoint(node));
    if (localName === undefined) lookAtText(node);
    else if (!isHidden) lookAtElement(node);
    // An <svg> clips its content at its own edge.
    node = isHidden || localName === 'svg' ? nextOutside() : walker.nextNode();
  }

  return {
    characters: [...characters].join(''),
    widest,
    highest,
    scrolled,
    clipped,
    marksOutside,
    widthPx: document.documentElement.scrollWidth,
    heightPx: document.documentElement.scrollHeight,
    smuggled: root.querySelectorAll('script, link, meta, base, iframe, frame, object, embed, video, audio').length,
    inZone,
    bottomPx,
    textLength,
  };
}
