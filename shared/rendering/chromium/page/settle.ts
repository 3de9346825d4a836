/** Puts an author's HTML into the waiting page. The functions go there as source: they use nothing from outside. */
import type { ComputedStyle, ElementClass, PageDocument, PageNode, Rules } from './dom.ts';

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;
declare const CSSPageRule: new () => Rules;

/**
 * Gives the sheet the size and text of a paper (`css`: `paperStyle`). Puts the HTML into a shadow root, where rules for the
 * sheet, `html` and `body` have no effect. `columnPx` and `pagePx`: width and height of a page's column in CSS pixels.
 */
export async function settlePage(
  css: string,
  html: string,
  columnPx: number,
  pagePx: number,
): Promise<{
  /** True if there may be generated content or a list's markers, which no walk over the elements meets. */
  readonly makesContent: boolean;
  readonly brokenImages: number;
  /** The size of the print, as a share of the author's size. */
  readonly scale: number;
}> {
  document.getElementById('paper').textContent = css;
  const author = document.getElementById('author');
  const root = author.attachShadow({ mode: 'open' });
  root.innerHTML = html;

  let makesContent = root.querySelectorAll('li').length > 0;
  // Removes every @page rule as a second safeguard.
  const readRules = (sheet: Rules): void => {
    const rules = [...(sheet.cssRules ?? [])];
    for (const [index, rule] of [...rules.entries()].reverse()) {
      if (rule instanceof CSSPageRule) sheet.deleteRule(index);
      else readRules(rule);
      const { content = '', counterReset = '', counterSet = '', counterIncrement = '', display } = rule.style ?? {};
      makesContent ||= content + counterReset + counterSet + counterIncrement !== '' || display === 'list-item';
    }
  };
  // A sheet with an address could not be loaded, so its rules cannot be read.
  for (const sheet of root.styleSheets) if (sheet.href === null) readRules(sheet);

  // Stills animations at their end, endless ones at their start.
  for (const animation of root.getAnimations()) {
    try {
      animation.finish();
    } catch {
      animation.cancel();
    }
  }
  const images = [...root.querySelectorAll('img[src]:not([src=""]), img[srcset]')];
  await Promise.allSettled(images.map((image) => image.decode()));
  await document.fonts.ready;

  // A tall row of a table may break, because it may hold a whole letter.
  const tallest = 1 / 4;
  for (const row of root.querySelectorAll('tr, thead'))
    if (Element.prototype.getBoundingClientRect.call(row).height > tallest * pagePx)
      Element.prototype.setAttribute.call(row, 'data-tall', '');

  // Scales a document that is a little wider than its column, as emails of 640 pixels are. A much wider one is refused later.
  const smallest = 0.9;
  const fit = Math.floor((columnPx / author.scrollWidth) * 1_000) / 1_000;
  const scale = fit >= 1 || fit < smallest ? 1 : fit;
  if (scale < 1) author.setAttribute('style', `zoom: ${scale}`);
  return { makesContent, brokenImages: images.filter((image) => image.naturalWidth === 0).length, scale };
}

/**
 * Widens the padding of lists whose markers would be cut off at the column's edge, or at a box that clips. `markers`: JSON of
 * the index of each `li` and its marker's sides. A list whose author left less than room for a number keeps it, and is refused.
 * Returns true if it widened any.
 */
export function makeRoomForMarkers(markers: string, columnPx: number): boolean {
  const root = document.getElementById('author').shadowRoot;
  // 24 pt in a document that was scaled are a little less than 32 pixels.
  const leastPx = 28;
  const boxOf = (element: PageNode) => Element.prototype.getBoundingClientRect.call(element);
  const parentOf = (element: PageNode) => Reflect.get(Element.prototype, 'parentElement', element) as PageNode | null;
  const ancestorsOf = (element: PageNode): PageNode[] => {
    const parent = parentOf(element);
    return parent === null ? [] : [parent, ...ancestorsOf(parent)];
  };
  const items = [...root.querySelectorAll('li')];
  const missing = new Map<PageNode, number>();
  for (const [index, leftPx, rightPx] of JSON.parse(markers) as [number, number, number][]) {
    const item = items[index];
    const list = item && parentOf(item);
    if (!item || !list) continue;
    const clips = ancestorsOf(item).filter((each) => getComputedStyle(each).overflowX !== 'visible');
    const left = clips.map((each) => boxOf(each).left).reduce((most, each) => Math.max(most, each), 0);
    const right = clips.map((each) => boxOf(each).right).reduce((least, each) => Math.min(least, each), columnPx);
    const isRtl = getComputedStyle(list).direction === 'rtl';
    const roomPx = isRtl ? right - boxOf(item).right : boxOf(item).left - left;
    const cutPx = isRtl ? rightPx - right : left - leftPx;
    const isCramped = roomPx < leastPx && left === 0 && right === columnPx;
    if (cutPx > 1 && !isCramped) missing.set(list, Math.max(cutPx, missing.get(list) ?? 0));
  }
  // In document order: a list within a list moves along with it.
  for (const list of root.querySelectorAll('*')) {
    const cutPx = missing.get(list);
    if (cutPx === undefined) continue;
    const moved = ancestorsOf(list).reduce((sum, each) => sum + (missing.get(each) ?? 0), 0);
    const more = Math.max(0, cutPx - moved);
    missing.set(list, more);
    const paddingPx = Number.parseFloat(getComputedStyle(list).paddingInlineStart ?? '');
    const zoom = Number(Reflect.get(Element.prototype, 'currentCSSZoom', list) ?? 1);
    const own = Element.prototype.getAttribute.call(list, 'style') ?? '';
    const rule = `padding-inline-start: ${paddingPx + Math.ceil(more / zoom)}px !important; ${own}`;
    Element.prototype.setAttribute.call(list, 'style', rule);
  }
  return missing.size > 0;
}
