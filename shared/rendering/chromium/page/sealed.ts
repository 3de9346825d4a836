/**
 * Isolated browser pages that are ready for an author's HTML, with the size and styles of the sheet. The next page is
 * prepared in the background.
 */
import type { Browser, Page } from 'puppeteer-core';
import type { Paper } from '../../../domain/paper.ts';
import { columnWidthIn, fontFamily, PIXELS_PER_INCH } from '../../layout.ts';

export const columnWidthPx = (paper: Paper): number => columnWidthIn(paper) * PIXELS_PER_INCH;
export const columnHeightPx = ({ heightIn, marginIn }: Paper): number => (heightIn - 2 * marginIn) * PIXELS_PER_INCH;

/** The styles of the sheet that depend on its paper. */
export const paperStyle = (paper: Paper): string => {
  const { widthIn, heightIn, marginIn, fontSizePt, lineHeightPt } = paper;
  return `@page { size: ${widthIn}in ${heightIn}in; margin: ${marginIn}in }
    html { font-size: ${fontSizePt}pt; line-height: ${lineHeightPt / fontSizePt} }
    #column { width: ${columnWidthPx(paper)}px }`;
};

/** The height of the address zone within the column of page 1, in CSS pixels. */
export function zonePx(paper: Paper): number {
  return Math.max(0, paper.addressZoneIn - paper.marginIn) * PIXELS_PER_INCH;
}

/** Default styles like a word processor's. They are in a layer so that the author's rules win, except over !important. */
export const authorDefaults = (paper: Paper): string => `<style>@layer {
  * { text-rendering: geometricPrecision !important }
  :host { display: block; overflow-wrap: break-word; orphans: 2; widows: 2 }
  p, ul, ol, dl, blockquote, pre, table, figure { margin-block: 0 9pt }
  h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin-block: 0 6pt; break-after: avoid; break-inside: avoid }
  :not(style, h1, h2, h3, h4, h5, h6) + :is(h1, h2, h3, h4, h5, h6) { margin-top: 12pt }
  h1 { font-size: 18pt }
  h2 { font-size: 15pt }
  h3 { font-size: 13pt }
  h4, h5, h6 { font-size: 12pt }
  ul, ol { padding-inline-start: 24pt }
  li, li > p { margin-bottom: 3pt }
  li:not(:is(ul, ol, menu, dir) > li) { list-style-position: inside }
  :is(ul, ol, dl) :is(ul, ol, dl) { margin-block: 3pt 0 }
  dd { margin-inline-start: 24pt }
  blockquote, figure { margin-inline: 24pt }
  figcaption, small { font-size: 10pt }
  pre { white-space: pre-wrap }
  pre, code, kbd, samp, tt { font-family: inherit; font-size: inherit }
  sub, sup { font-size: 8pt; line-height: 0 }
  a { color: inherit }
  mi { text-transform: none }
  hr { border: 0; border-top: 0.75pt solid #000; margin-block: 9pt }
  table { max-width: 100%; font-variant-numeric: tabular-nums }
  table:not([cellspacing]):is([border]:not([border="0"]), :has(th)) { border-collapse: collapse }
  table[border]:not([border="0"]) :is(td, th) { border-style: solid; border-color: currentcolor }
  table:is([border]:not([border="0"]), :has(th)):not([cellpadding]) :is(td, th) { padding: 2pt 6pt }
  table:has(th):not([border]) th { border-bottom: 0.75pt solid }
  table:not([cellpadding]) :is(td, th) { vertical-align: top }
  tfoot:last-child { display: table-row-group }
  caption { caption-side: top; text-align: start; padding-bottom: 3pt }
  th:not([align]) { text-align: start }
  :is(tr, thead):not([data-tall]), img, svg, figure { break-inside: avoid }
  img:not([style*="width"]), svg[viewBox] { max-width: 100% }
  img[width][height] { aspect-ratio: attr(width type(<number>)) / attr(height type(<number>)); height: auto }
  img:not([width], [height], [style]) { max-height: ${columnHeightPx(paper)}px }
}</style>`;

/** Thrown if no page could be opened, so no document can be the cause. */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}

const nextPages = new WeakMap<Browser, Promise<Page>>();

/**
 * Runs `work` with a fresh page as large as the column of `paper`: one document per page, one page at a time. Throws
 * `NoPage` if no page can be opened.
 */
export async function onSealedPage<T>(browser: Browser, paper: Paper, work: (page: Page) => Promise<T>): Promise<T> {
  const spare = nextPages.get(browser);
  nextPages.delete(browser);
  const page = await (spare ?? unlessEnded(browser, sealedPage(browser))).catch((cause: unknown) => {
    throw new NoPage('The browser opened no page', { cause });
  });
  try {
    const [width, height] = [columnWidthPx(paper), columnHeightPx(paper)];
    const viewport = page.viewport();
    const sizeAndWork = async (): Promise<T> => {
      if (viewport?.width !== width || viewport.height !== height) await page.setViewport({ width, height });
      return work(page);
    };
    return await unlessEnded(browser, sizeAndWork());
  } finally {
    prepareNextPage(browser, page);
  }
}

/** Closes the used page and opens the next one in the background. Kills a browser that cannot do this. */
export function prepareNextPage(browser: Browser, used?: Page): void {
  const end = () => browser.process()?.kill('SIGKILL');
  // Changing pages takes about 40 ms. A browser that is this slow could not print the next document either. A browser
  // with several processes starts a new one for each page, which takes longer.
  const isSingleProcess = browser.process()?.spawnargs.includes('--single-process');
  const timer = setTimeout(end, isSingleProcess ? 2_000 : 10_000);
  const changePages = async (): Promise<Page> => {
    const viewport = used?.viewport();
    await used?.close();
    const page = await sealedPage(browser);
    // The next document is usually on the same paper.
    if (viewport) await page.setViewport(viewport);
    return page;
  };
  const next = unlessEnded(browser, changePages()).finally(() => clearTimeout(timer));
  next.catch(end);
  nextPages.set(browser, next);
}

/** Keep all of these measures: in tests, no single one closed every way to the network. */
async function sealedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', (request) => {
    request.abort().catch(() => undefined);
  });
  await Promise.all([
    page.setJavaScriptEnabled(false),
    page.setOfflineMode(true),
    page.setRequestInterception(true),
    page.emulateMediaType('print'),
  ]);
  // The frame around the author's HTML, which the author's CSS can't reach. The clipped box keeps Chromium from shrinking
  // the whole document to fit something wide. Without geometricPrecision, line breaks depend on the process model.
  const sheetHtml = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"><title>Letter</title>
<style>
  html, body { margin: 0; padding: 0; background: none }
  html { font-family: ${fontFamily}; color: #000 }
  html, body, #column, #author { text-rendering: geometricPrecision !important }
  #column { overflow-x: clip }
</style><style id="paper"></style></head><body><div id="column"><div id="author"></div></div></body></html>`;
  await page.setContent(sheetHtml, { waitUntil: 'load' });
  return page;
}

/** Settles like `work`, but rejects once the browser is gone: puppeteer would leave the promise pending. */
function unlessEnded<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error('The browser ended'));
  browser.once('disconnected', end);
  if (!browser.connected) end();
  return Promise.race([work, ended]).finally(() => browser.off('disconnected', end));
}
