/** Opens our pages in the project's Chromium, and checks that they are accessible and no wider than the window. */
import { rm } from 'node:fs/promises';
import axe from 'axe-core';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { launchForPictures } from '../../tools/launch-for-pictures.ts';
import { newFolder } from '../new-folder.ts';
import type { Form } from './states.ts';

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

export const desktop = { width: 1_280, height: 800 };
export const phone = { width: 390, height: 700 };

/** Ordered so that a sample of consecutive pages has wide and narrow windows, and both schemes. */
export const looks: readonly Look[] = [
  { ...desktop, scheme: 'light' },
  { ...desktop, scheme: 'dark' },
  // The smallest window of WCAG 2.2, 1.4.10.
  { width: 320, height: 640, scheme: 'dark' },
  { ...phone, scheme: 'light' },
];

export const emulateLook = async (tab: Page, { width, height, scheme }: Look): Promise<void> => {
  await tab.setViewport({ width, height });
  await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
};

export interface TabOptions {
  /** Run the page's scripts; true by default. */
  readonly script?: boolean;
  readonly language?: 'en' | 'fr-CA';
}

export interface Browsing {
  /** Opens a new tab. */
  tab(options?: TabOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function browse(): Promise<Browsing> {
  const folder = newFolder();
  const browser: Browser = await launchForPictures(folder);
  return {
    async tab({ script = true, language = 'en' } = {}) {
      const tab = await browser.newPage();
      // Without scripts a browser loads all pictures of a long document at once.
      tab.setDefaultNavigationTimeout(100_000);
      await tab.setJavaScriptEnabled(script);
      await tab.setExtraHTTPHeaders({ 'accept-language': language });
      return tab;
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One browser for all tests of a file. A tab is closed after the test that opened it; one from `beforeAll` stays open. */
export function inBrowser(): Pick<Browsing, 'tab'> {
  let browsing: Browsing | undefined;
  const tabs: Page[] = [];
  beforeEach(() => void tabs.splice(0));
  afterEach(() => Promise.all(tabs.map((tab) => tab.close())));
  beforeAll(async () => {
    browsing = await browse();
  }, 60_000);
  afterAll(() => browsing?.close());
  return {
    async tab(options) {
      if (browsing === undefined) throw new Error('the browser has not started');
      const tab = await browsing.tab(options);
      tabs.push(tab);
      return tab;
    },
  };
}

/** The body that a browser would send for a form, and its content type. */
export async function encoded(form: Form): Promise<{ readonly type: string; readonly body: string }> {
  const request = new Request('http://127.0.0.1', { method: 'POST', body: form });
  return { type: request.headers.get('content-type') ?? '', body: await request.text() };
}

/** Opens a page, or the response to a form that is posted to its URL. */
export async function open(tab: Page, url: string, posts?: Form): Promise<string> {
  if (posts === undefined) return (await tab.goto(url, { waitUntil: 'load' }))?.text() ?? '';
  const { type, body } = await encoded(posts);
  await tab.setRequestInterception(true);
  tab.once('request', (request) => {
    void request.continue({ method: 'POST', postData: body, headers: { ...request.headers(), 'content-type': type } });
    tab.on('request', (next) => void next.continue());
  });
  return (await tab.goto(url, { waitUntil: 'load' }))?.text() ?? '';
}

/** Accessibility violations, and whether the page is too wide. Turns scripts on, even if it was loaded without them. */
export async function faultsOf(tab: Page | Frame): Promise<string[]> {
  if ('setJavaScriptEnabled' in tab) await tab.setJavaScriptEnabled(true);
  const isReady = await tab.evaluate(() => 'axe' in globalThis);
  if (!isReady) await tab.evaluate(axe.source);
  return tab.$eval('html', async ({ scrollWidth, clientWidth }) => {
    const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px wider than its window`] : []),
    ];
  });
}
