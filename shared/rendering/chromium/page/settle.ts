/**
 * Puts an author's HTML into the prepared page. These functions are sent to the page as source text, so they can't use
 * anything that is defined outside them. They use elements through the prototype (see `ElementClass`).
 */
import type { ComputedStyle, ElementClass, PageDocument, PageNode, Rules } from './dom.ts';
import type { Generated } from './verdict.ts';

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;
declare const CSSPageRule: new () => Rules;

/**
 * Applies the paper's styles, `css`. Puts the HTML into a shadow root, where rules for the sheet, `html` and `body` have no
 * effect. `columnWidthPx` and `columnHeightPx`: the size of a page's column in CSS pixels.
 */
export async function settlePage(
  css: string,
  html: string,
  columnWidthPx: number,
  columnHeightPx: number,
): Promise<{
  /** True if there may be generated content or list markers, which walking the elements doesn't find. */
  readonly mayGenerateContent: boolean;
  readonly brokenImages: number;
  /** The printed size, as a fraction of the author's size. */
  readonly scale: number;
}> {
  document.getElementById('paper').textContent = css;
  const author = document.getElementById('author');
  const root = author.attachShadow({ mode: 'open' });
  root.innerHTML = html;

  let mayGenerateContent = root.querySelectorAll('li').length > 0;
  // Notes generated content, and makes rules for the whole document ones for the shadow root. Deletes @page rules: the
  // root should ignore them, and this is a second safeguard.
  const adaptRules = (sheet: Rules): void => {
    const rules = [...(sheet.cssRules ?? [])];
    for (const [index, rule] of [...rules.entries()].reverse()) {
      if (rule instanceof CSSPageRule) sheet.deleteRule(index);
      else adaptRules(rule);
      const { selectorText, style } = rule;
      if (selectorText !== undefined && style !== undefined) {
        // Rules for the whole document keep only variables, counters and direction, which change the text.
        const concernsText = (name: string) => /^(?:--|counter-|direction$)/.test(name);
        if (/^(?:(?::root|html|body)(?:, |$))+$/i.test(selectorText))
          for (const name of [...style]) if (!concernsText(name)) style.removeProperty(name);
        // `html > body p` becomes `:host p`. `html > body` becomes `:host` only if the rule sets just the properties above.
        const ending = [...style].every(concernsText) ? '(?=[ ,]|$)' : '(?= )';
        const wholeDocument = new RegExp(`(?<=^|, )(?:(?::root|html)(?: >)? )?(?::root|html|body)${ending}`, 'gi');
        rule.selectorText = selectorText.replace(wholeDocument, ':host');
      }
      const { content = '', counterReset = '', counterSet = '', counterIncrement = '', display } = rule.style ?? {};
      mayGenerateContent ||= content + counterReset + counterSet + counterIncrement !== '' || display === 'list-item';
    }
  };
  // A style sheet with a URL was not loaded, so its rules cannot be read.
  for (const sheet of root.styleSheets) if (sheet.href === null) adaptRules(sheet);

  // Jumps finite animations to their end and cancels endless ones.
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

  // A tall table row may break across pages, because it may hold a whole letter.
  const maxUnbrokenShare = 1 / 4;
  for (const row of root.querySelectorAll('tr, thead'))
    if (Element.prototype.getBoundingClientRect.call(row).height > maxUnbrokenShare * columnHeightPx)
      Element.prototype.setAttribute.call(row, 'data-tall', '');

  // Scales down a document that is a little too wide, as emails of 640 pixels are. A much wider one is refused later.
  const minScale = 0.9;
  const fit = Math.floor((columnWidthPx / author.scrollWidth) * 1_000) / 1_000;
  const scale = fit >= 1 || fit < minScale ? 1 : fit;
  if (scale < 1) author.setAttribute('style', `zoom: ${scale}`);
  return { mayGenerateContent, brokenImages: images.filter((image) => image.naturalWidth === 0).length, scale };
}

/**
 * Widens the padding of lists whose markers would be cut off at the column's edge, or by a box that clips. A list whose
 * author left hardly any room keeps its padding, and is refused later. Returns true if it widened any.
 */
export function makeRoomForMarkers(markers: readonly Generated[], columnWidthPx: number): boolean {
  const root = document.getElementById('author').shadowRoot;
  // The default padding of 24 pt is 32 pixels, and a little less in a document that was scaled down.
  const minMarkerRoomPx = 28;
  const boxOf = (element: PageNode) => Element.prototype.getBoundingClientRect.call(element);
  const parentOf = (element: PageNode) => Reflect.get(Element.prototype, 'parentElement', element) as PageNode | null;
  const ancestorsOf = (element: PageNode): PageNode[] => {
    const parent = parentOf(element);
    return parent === null ? [] : [parent, ...ancestorsOf(parent)];
  };
  const items = [...root.querySelectorAll('li')];
  /** The padding that each list lacks. */
  const missingPx = new Map<PageNode, number>();
  for (const { item: index = -1, leftPx, rightPx } of markers) {
    const item = items[index];
    const list = item && parentOf(item);
    if (!item || !list) continue;
    const clips = ancestorsOf(item).filter((each) => getComputedStyle(each).overflowX !== 'visible');
    const left = Math.max(0, ...clips.map((each) => boxOf(each).left));
    const right = Math.min(columnWidthPx, ...clips.map((each) => boxOf(each).right));
    const isRtl = getComputedStyle(list).direction === 'rtl';
    const roomPx = isRtl ? right - boxOf(item).right : boxOf(item).left - left;
    const cutPx = isRtl ? rightPx - right : left - leftPx;
    const isCramped = roomPx < minMarkerRoomPx && left === 0 && right === columnWidthPx;
    if (cutPx > 1 && !isCramped) missingPx.set(list, Math.max(cutPx, missingPx.get(list) ?? 0));
  }
  // In document order, because a nested list moves with the outer one.
  for (const list of root.querySelectorAll('*')) {
    const cutPx = missingPx.get(list);
    if (cutPx === undefined) continue;
    const movedPx = ancestorsOf(list).reduce((sum, each) => sum + (missingPx.get(each) ?? 0), 0);
    const addedPx = Math.max(0, cutPx - movedPx);
    missingPx.set(list, addedPx);
    const paddingPx = Number.parseFloat(getComputedStyle(list).paddingInlineStart ?? '');
    const zoom = Number(Reflect.get(Element.prototype, 'currentCSSZoom', list) ?? 1);
    const style = Element.prototype.getAttribute.call(list, 'style') ?? '';
    const rule = `padding-inline-start: ${paddingPx + Math.ceil(addedPx / zoom)}px !important; ${style}`;
    Element.prototype.setAttribute.call(list, 'style', rule);
  }
  return missingPx.size > 0;
}
