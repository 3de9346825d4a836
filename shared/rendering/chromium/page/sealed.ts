/** Pages that are cut off from everything and hold the sheet. The next one is prepared while no request waits for it. */
import type { Browser, Page } from 'puppeteer-core';
import type { Paper } from '../../../domain/paper.ts';
import { NoPage } from '../blame.ts';
import { columnHeightPx, columnPx, sheetHtml } from '../sheet.ts';

const ready = new WeakMap<Browser, Promise<Page>>();

/**
 * Lends a fresh page, as large as the column of `paper`, to `work`: one document per page, one page at a time. Throws
 * `NoPage` if it has none.
 */
export async function onSealedPage<T>(browser: Browser, paper: Paper, work: (page: Page) => Promise<T>): Promise<T> {
  const spare = ready.get(browser);
  ready.delete(browser);
  const page = await (spare ?? unlessEnded(browser, sealedPage(browser))).catch((cause: unknown) => {
    throw new NoPage('The browser opened no page', { cause });
  });
  try {
    const [width, height] = [columnPx(paper), columnHeightPx(paper)];
    const viewport = page.viewport();
    const isSized = viewport?.width === width && viewport.height === height;
    const sized = isSized ? Promise.resolve() : page.setViewport({ width, height });
    return await unlessEnded(
      browser,
      sized.then(() => work(page)),
    );
  } finally {
    makeReady(browser, page);
  }
}

/** Closes the used page and opens the next in the background. A browser that cannot do it is killed. */
export function makeReady(browser: Browser, used?: Page): void {
  const end = () => browser.process()?.kill('SIGKILL');
  // Closing one page and opening another takes about 40 ms. A browser this slow is of no use to the next document. One
  // with several processes starts another for its page, which takes longer.
  const isQuick = browser.process()?.spawnargs.includes('--single-process');
  const clock = setTimeout(end, isQuick ? 2_000 : 10_000);
  const changePages = async (browser: Browser, used: Page | undefined): Promise<Page> => {
    const viewport = used?.viewport();
    await used?.close();
    const page = await sealedPage(browser);
    // The next document is most often on the same paper.
    if (viewport) await page.setViewport(viewport);
    return page;
  };
  const next = unlessEnded(browser, changePages(browser, used)).finally(() => clearTimeout(clock));
  next.catch(end);
  ready.set(browser, next);
}

/** Takes all of these measures: in tests, each of them alone left a way out. */
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
  await page.setContent(sheetHtml, { waitUntil: 'load' });
  return page;
}

/** Resolves as `work` does, but rejects once the browser is gone: puppeteer would leave a page pending. */
function unlessEnded<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error('The browser ended'));
  browser.once('disconnected', end);
  if (!browser.connected) end();
  return Promise.race([work, ended]).finally(() => browser.off('disconnected', end));
}
