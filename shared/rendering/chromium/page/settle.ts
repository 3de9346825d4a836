/** Puts an author's HTML into the waiting page. The functions are sent to the browser as source text: they may use nothing from outside themselves. */

import type { PageDocument, Rules, RulesClass } from './dom.ts';

declare const document: PageDocument;
declare const CSSPageRule: RulesClass;

/**
 * Into a shadow root, where rules for the sheet, `html` and `body` mean nothing; and, for good measure, without any
 * @page rule. True if a rule makes content of its own, which no walk over the elements meets.
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
  // A sheet with an address is one that could not be loaded, and cannot be read either.
  for (const sheet of root.styleSheets) if (sheet.href === null) removePageRules(sheet);
  return makesContent;
}

/** Waits for images and fonts, puts animations at their end (endless ones at their start), and answers how many images cannot be read. */
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
