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

/**
 * Scales the tables of a word processor to the column, and marks tall rows: one that holds a whole letter may break.
 * `columnPx` and `pagePx`: the width and the height of a page's column in CSS pixels.
 */
export function fitTables(columnPx: number, pagePx: number): void {
  const root = document.getElementById('author').shadowRoot;
  const smallest = 0.5;
  const tallest = 1 / 4;
  for (const table of root.querySelectorAll('table.docx')) {
    let zoom = 1;
    // A scaled table is set anew, and may come out a little wider.
    for (let tries = 0; tries < 3; tries += 1) {
      const { width } = Element.prototype.getBoundingClientRect.call(table);
      if (width <= columnPx) break;
      const scale = Math.floor(zoom * (columnPx / width) * 1_000) / 1_000;
      const wrap = scale < smallest ? '; overflow-wrap: anywhere' : '';
      zoom = Math.max(smallest, scale);
      Element.prototype.setAttribute.call(table, 'style', `zoom: ${zoom}${wrap}`);
    }
  }
  for (const row of root.querySelectorAll('tr, thead'))
    if (Element.prototype.getBoundingClientRect.call(row).height > tallest * pagePx)
      Element.prototype.setAttribute.call(row, 'data-tall', '');
}

/**
 * Puts the headers and footers of a word processor into the margins of their pages, where the browser counts the pages.
 * `font`: the family. Each is a hidden element that names its place: `bottom-all-left`.
 */
export function fillMargins(font: string): void {
  const root = document.getElementById('author').shadowRoot;
  const numbers: Readonly<Record<string, string>> = { '\ue000': 'counter(page)', '\ue001': 'counter(pages)' };
  const quoted = (text: string) =>
    `"${Array.from(text, (sign) => (/[\w ]/.test(sign) ? sign : `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)).join('')}"`;
  const rules: string[] = [];
  for (const part of root.querySelectorAll('.docx.margin')) {
    const place = String(Element.prototype.getAttribute.call(part, 'data-place'));
    // The addresses may stand at the top of page 1, so nobody's text stands in that margin.
    const [, side, pages, slot] = /^(top(?=-later)|bottom)-(all|first|later)-(left|center|right)$/.exec(place) ?? [];
    if (side === undefined) continue;
    const text = String(Reflect.get(Element.prototype, 'textContent', part));
    const content = text
      .split(/([\ue000\ue001])/)
      .map((piece) => numbers[piece] ?? quoted(piece))
      .join(' ');
    const near = side === 'top' ? 'vertical-align: bottom; padding-bottom' : 'vertical-align: top; padding-top';
    const box = (shown: string) =>
      `@${side}-${slot} { content: ${shown}; white-space: pre-line; font: 9pt/11pt ${font}; color: #000; ${near}: 12pt }`;
    rules.push(`@page${pages === 'first' ? ' :first' : ''} { ${box(content)} }`);
    if (pages === 'later') rules.push(`@page :first { ${box('none')} }`);
  }
  const sheet = document.getElementById('paper');
  sheet.textContent += rules.join(' ');
}
