/** Surveys a laid-out page. `surveyPage` goes to the browser as source text, so it uses nothing from outside itself. */
import type { ComputedStyle, ElementClass, LayoutBox, PageDocument, PageNode } from './dom.ts';

/** A visible run of text, or an element with a box. CSS pixels from the column's top left corner. */
export interface VisibleText {
  /** The element's tag and class, as in HTML. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

export interface Survey {
  /** Every visible character once, without ASCII, which every font has. */
  readonly characters: string;
  /** The element or text that reaches furthest out of the column, on the left or on the right. */
  readonly widest: VisibleText;
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
  /** The first element with words that is fixed, and so printed on every page. */
  readonly fixed: string;
  /** True if some words are too pale, too clear or too small to be seen on paper. */
  readonly unseen: boolean;
  /** True if the number or bullet of a list item may be wider than its room. */
  readonly marksOutside: boolean;
  /** The number of forbidden elements. More than 0 means that the browser read the HTML differently from the check. */
  readonly smuggled: number;
  /** True if something visible begins above the end of the address zone. */
  readonly inZone: boolean;
}

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;

/** Looks at everything in the page's shadow root. `columnPx` and `zonePx` are CSS pixels. `seeks`: words for what may be there. */
export function surveyPage(columnPx: number, zonePx: number, seeks: string): Survey {
  const root = document.getElementById('author').shadowRoot;
  const characters = new Set<string>();
  const notAscii = /[^\t\n\r -~]/gu;
  let widest: VisibleText = { name: '', leftPx: 0, rightPx: columnPx };
  let highest = { name: '', abovePx: 0 };
  let scrolled = '';
  let clipped = '';
  const [seeksFixed, seeksUnseen] = [seeks.includes('fixed'), seeks.includes('unseen')];
  let fixed = '';
  let unseen = false;
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
  const parentOf = (element: PageNode) => read(element, 'parentElement') as PageNode | null;
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

  // In order to be sure without a snapshot: bullets and plain numbers from 1 on, in an ordinary font.
  const counts = root.querySelectorAll('ol[start], li[value], [style*="counter-"], [style*="list-item"]').length > 0;
  const clipsOf = new Map<unknown, number>();
  const clipOf = (element: PageNode | null): number => {
    if (element === null) return 0;
    const seen = clipsOf.get(element);
    if (seen !== undefined) return seen;
    const own = getComputedStyle(element).overflowX === 'visible' ? 0 : boxOf(element).left;
    const clip = Math.max(own, clipOf(parentOf(element)));
    clipsOf.set(element, clip);
    return clip;
  };
  const lists = new Set<unknown>();
  const hasLookOfItsOwn = (item: PageNode): boolean =>
    ['style', 'class', 'type', 'id'].some((name) => Element.prototype.getAttribute.call(item, name) !== null);
  const mayLackRoom = (item: PageNode, left: number): boolean => {
    const list = parentOf(item);
    if (left < 32) return true;
    if (lists.has(list) && !hasLookOfItsOwn(item)) return false;
    lists.add(list);
    const {
      listStyleType = '',
      listStyleImage,
      fontSize,
      letterSpacing,
      direction,
    } = getComputedStyle(item, '::marker');
    const isBullet = /^(?:disc|circle|square|none)$/.test(listStyleType);
    const isPlain = isBullet || (listStyleType === 'decimal' && !counts);
    if (!isPlain || listStyleImage !== 'none' || letterSpacing !== 'normal' || direction === 'rtl') return true;
    const digits = list === null || isBullet ? 1 : String(read(list, 'childElementCount')).length;
    const widestPx = (0.7 * digits + 0.5) * Number.parseFloat(fontSize ?? '');
    return left - clipOf(list) < Math.max(32, widestPx);
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
    if (seeksFixed && fixed === '' && getComputedStyle(element).position === 'fixed')
      fixed = String(read(element, 'textContent')).trim() === '' ? '' : nameOf(element);
    marksOutside ||= read(element, 'localName') === 'li' && mayLackRoom(element, left);
    if (inZone || height === 0 || top >= zoneEndPx || bottom <= 0) return;
    const { breakBefore = '', breakAfter = '' } = getComputedStyle(element);
    if (top > 0 && newPage.test(breakBefore)) zoneEndPx = top;
    else inZone = isDrawn(element);
    if (newPage.test(breakAfter)) zoneEndPx = Math.min(zoneEndPx, bottom);
  };

  /** The share of ink in a color, from 0 (white or clear) to 1; any notation but rgb() counts as dark. */
  const inkIn = (color = ''): number => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return color.startsWith('rgb') ? alpha * (1 - (0.3 * red + 0.59 * green + 0.11 * blue) / 255) : 1;
  };
  const faint = 0.1;
  const isOnWhite = (element: PageNode | null): boolean => {
    if (element === null) return true;
    const { backgroundColor, backgroundImage, position } = getComputedStyle(element);
    const isWhite = inkIn(backgroundColor) < faint && backgroundImage === 'none';
    return isWhite && /static|relative/.test(position ?? '') && isOnWhite(parentOf(element));
  };
  const opacities = new Map<unknown, number>();
  const opacityOf = (element: PageNode | null): number => {
    if (element === null) return 1;
    const opacity = opacities.get(element) ?? Number(getComputedStyle(element).opacity) * opacityOf(parentOf(element));
    opacities.set(element, opacity);
    return opacity;
  };
  const isUnseen = (element: PageNode): boolean => {
    const { webkitTextFillColor, webkitTextStrokeWidth, textShadow, fontSize = '' } = getComputedStyle(element);
    if (opacityOf(element) < faint || Number.parseFloat(fontSize) < 3) return true;
    const isPale = inkIn(webkitTextFillColor) < faint && webkitTextStrokeWidth === '0px' && textShadow === 'none';
    return isPale && isOnWhite(element);
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
    if (seeksUnseen) unseen ||= height < 3 || (text.parentElement !== null && isUnseen(text.parentElement));
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
    fixed,
    unseen,
    marksOutside,
    widthPx: document.documentElement.scrollWidth,
    heightPx: document.documentElement.scrollHeight,
    smuggled: root.querySelectorAll('script, link, meta, base, iframe, frame, object, embed, video, audio').length,
    inZone,
    bottomPx,
    textLength,
  };
}
