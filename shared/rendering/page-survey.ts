/** What a laid out page shows, and where. `surveyPage` is sent to the browser as source text: it may use nothing from outside itself. */

import type { Box, ComputedStyle, ElementClass, PageDocument, PageNode } from './page-dom.ts';

/** One thing that shows on the page: a run of text, or an element with a box. CSS pixels from the column's top left corner. */
export interface Shown {
  /** The element's tag and class, as in HTML. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

export interface Survey {
  /** Every character that is visible as text, once. */
  readonly characters: string;
  /** What reaches furthest out of the column, on the left or on the right. */
  readonly widest: Shown;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Elements that must not be there: the browser read the HTML in another way than the check did. */
  readonly smuggled: number;
  /** True if something visible begins above the line that was asked for. */
  readonly inZone: boolean;
}

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;

/** Looks at everything in the page's shadow root. `columnPx` and `zonePx` are CSS pixels. */
export function surveyPage(columnPx: number, zonePx: number): Survey {
  const root = document.getElementById('author').shadowRoot;
  const characters = new Set<string>();
  let widest: Shown = { name: '', leftPx: 0, rightPx: columnPx };
  let inZone = false;

  // Through the prototype: <input name=getBoundingClientRect> takes the property's place on its form.
  const boxOf = (element: PageNode): Box => Element.prototype.getBoundingClientRect.call(element);
  const read = (element: PageNode, property: string): unknown => Reflect.get(Element.prototype, property, element);
  const range = document.createRange();
  const textBoxOf = (text: PageNode): Box => {
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };

  const isDrawn = (element: PageNode): boolean => {
    if (/^(?:img|svg|hr|input|textarea|select|button|meter|progress)$/.test(String(read(element, 'localName'))))
      return true;
    const style = getComputedStyle(element);
    const border = ['Top', 'Right', 'Bottom', 'Left'].some((side) => style[`border${side}Width`] !== '0px');
    const background = style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'rgb(255, 255, 255)';
    return border || background || style.backgroundImage !== 'none';
  };

  // A clipped box of one pixel hides its text on purpose, for screen readers.
  const isPinpoint = (element: PageNode): boolean => {
    const { width, height } = boxOf(element);
    return width <= 1 && height <= 1 && width + height > 0 && getComputedStyle(element).overflow !== 'visible';
  };

  const compare = (element: PageNode, leftPx: number, rightPx: number): void => {
    // Far out on the left nothing is meant to be seen: pages hide text there.
    const isHidden = rightPx < -1000;
    const furthest = Math.max(-widest.leftPx, widest.rightPx - columnPx, 0.5);
    if (isHidden || Math.max(-leftPx, rightPx - columnPx) < furthest) return;
    const className = String(read(element, 'className')).slice(0, 40);
    const attribute = /^[\w -]+$/.test(className) ? ` class="${className}"` : '';
    widest = { name: `<${read(element, 'localName')}${attribute}>`, leftPx, rightPx };
  };

  const lookAtElement = (element: PageNode): void => {
    const { left, right, top, bottom, width, height } = boxOf(element);
    if (width === 0 && height === 0) return;
    compare(element, left, Math.max(right, left + Number(read(element, 'scrollWidth'))));
    if (!inZone && height > 0 && top < zonePx && bottom > 0) inZone = isDrawn(element);
  };

  const lookAtText = (text: PageNode): void => {
    const { left, right, top, bottom, width, height } = textBoxOf(text);
    if (width === 0 || height === 0 || text.nodeValue.trim() === '') return;
    if (text.parentElement !== null) compare(text.parentElement, left, right);
    for (const character of text.nodeValue) characters.add(character);
    inZone ||= top < zonePx && bottom > 0;
  };

  const elementsAndText = 0x1 | 0x4;
  const walker = document.createTreeWalker(root, elementsAndText);
  // By hand and not with a filter: the page's scripts are off, and so are callbacks from the DOM.
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
    // An <svg> cuts off at its own edge.
    node = isHidden || localName === 'svg' ? nextOutside() : walker.nextNode();
  }

  return {
    characters: [...characters].join(''),
    widest,
    widthPx: document.documentElement.scrollWidth,
    heightPx: document.documentElement.scrollHeight,
    smuggled: root.querySelectorAll('script, link, meta, base, iframe, frame, object, embed, video, audio').length,
    inZone,
  };
}
