/** Puts an author's HTML into the waiting page. The functions go there as source: they use nothing from outside. */
import type { ElementClass, PageDocument, Rules, RulesClass } from './dom.ts';

declare const document: PageDocument;
declare const Element: ElementClass;
declare const CSSPageRule: RulesClass;

/** Gives the sheet the size, the margins and the text of a paper. `css`: `paperStyle`. */
export function cutPaper(css: string): void {
  document.getElementById('paper').textContent = css;
}

/**
 * Puts the HTML into a shadow root, where rules for the sheet, `html` and `body` have no effect. Removes every @page
 * rule as a second safeguard. Returns true if a rule generates content, which no walk over the elements meets.
 */
export function placeInPage(html: string): boolean {
  const root = document.getElementById('author').attachShadow({ mode: 'open' });
  root.innerHTML = html;
  let makesContent = false;
  const removePageRules = (sheet: Rules): void => {
    const rules = [...(sheet.cssRules ?? [])];
    for (const [index, rule] of [...rules.entries()].reverse()) {
      if (rule instanceof CSSPageRule) sheet.deleteRule(index);
      else removePageRules(rule);
      makesContent ||= (rule.style?.content ?? '') !== '';
    }
  };
  // A sheet with an address could not be loaded, so its rules cannot be read.
  for (const sheet of root.styleSheets) if (sheet.href === null) removePageRules(sheet);
  return makesContent;
}

/** Waits for images and fonts, stills animations at their end (endless ones: start), counts unreadable images. */
export async function settlePage(): Promise<number> {
  const root = document.getElementById('author').shadowRoot;
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
  return images.filter((image) => image.naturalWidth === 0).length;
}

/**
 * Scales a document that is a little wider than its column, as e-mails of 640 pixels are; one that is much wider is left
 * to its refusal. Returns the scale, 1 if it fits. `columnPx` is in CSS pixels.
 */
export function fitWhole(columnPx: number): number {
  const author = document.getElementById('author');
  const smallest = 0.9;
  const scale = Math.floor((columnPx / author.scrollWidth) * 1_000) / 1_000;
  if (scale >= 1 || scale < smallest) return 1;
  author.setAttribute('style', `zoom: ${scale}`);
  return scale;
}

/** Marks tall rows of tables: one that holds a whole letter may break. `pagePx`: the height of a page's column in CSS pixels. */
export function markTallRows(pagePx: number): void {
  const root = document.getElementById('author').shadowRoot;
  const tallest = 1 / 4;
  for (const row of root.querySelectorAll('tr, thead'))
    if (Element.prototype.getBoundingClientRect.call(row).height > tallest * pagePx)
      Element.prototype.setAttribute.call(row, 'data-tall', '');
}
