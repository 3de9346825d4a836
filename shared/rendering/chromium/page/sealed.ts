/** Pages with every door shut and the sheet on them. The next one is made ready while nobody waits for it. */

import type { Browser, Page } from 'puppeteer-core';
import { columnHeightPx, columnPx, sheetHtml } from '../sheet.ts';

const ready = new WeakMap<Browser, Promise<Page>>();

/** To close one page and open another takes some 40 ms. A browser that needs this long is of no use to the next document. */
const changeWithinMs = 2_000;

/** Lends a fresh page to `work`: one document a page, one page at a time. */
export async function onSealedPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const spare = ready.get(browser);
  ready.delete(browser);
  const page = await (spare ?? unlessEnded(browser, sealedPage(browser)));
  try {
    return await unlessEnded(browser, work(page));
  } finally {
    makeReady(browser, page);
  }
}

/** Closes the page that was used, if any, and opens the next; nobody waits, but a browser that cannot do it is ended. */
export function makeReady(browser: Browser, used?: Page): void {
  const end = () => browser.process()?.kill('SIGKILL');
  const clock = setTimeout(end, changeWithinMs);
  const next = unlessEnded(browser, changePages(browser, used)).finally(() => clearTimeout(clock));
  next.catch(end);
  ready.set(browser, next);
}

async function changePages(browser: Browser, used: Page | undefined): Promise<Page> {
  await used?.close();
  return sealedPage(browser);
}

/** Each of these alone was seen to leave a door open. */
async function sealedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', (request) => {
    request.abort().catch(() => undefined);
  });
  await Promise.all([
    page.setJavaScriptEnabled(false),
    page.setOfflineMode(true),
    page.setRequestInterception(true),
    page.setViewport({ width: columnPx, height: columnHeightPx }),
    page.emulateMediaType('print'),
  ]);
  await page.setContent(sheetHtml, { waitUntil: 'load' });
  return page;
}

/** What `work` comes to, or a rejection as soon as the browser is gone: puppeteer leaves a page that was being opened pending. */
function unlessEnded<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error('The browser ended'));
  browser.once('disconnected', end);
  if (!browser.connected) end();
  return Promise.race([work, ended]).finally(() => browser.off('disconnected', end));
}
