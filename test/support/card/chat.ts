/** A chat in a tab: an assistant has called a tool, and its host shows the card of the answer. */
import type { Frame, Page } from 'puppeteer-core';
import type { Json } from '../e2e/client.ts';
import { type Browsing, type Look, wearing } from '../pages/browsing.ts';
import type { Host } from './host.ts';
import type { Heard, Shown } from './host-page.ts';

export interface Chat {
  readonly tab: Page;
  readonly card: Frame;
  heard(): Promise<Heard>;
  /** The words of the card, once they match. */
  says(pattern: RegExp): Promise<string>;
  press(id: string): Promise<void>;
}

export async function openChat(
  browsing: Browsing,
  host: Host,
  shown: Partial<Shown> & Pick<Shown, 'mcpUrl'>,
  look: Look,
): Promise<Chat> {
  const tab = await browsing.tab();
  await wearing(tab, look);
  await tab.goto(host.origin, { waitUntil: 'load' });
  const asked = {
    ...{ version: '2026-07-28', tool: 'get_job_status', arguments: {} },
    context: { theme: look.scheme, locale: 'en-US', timeZone: 'America/New_York' },
    ...shown,
  };
  await tab.evaluate((given) => (globalThis as Json).show(given), asked as Json);
  const card = await tab.waitForFrame((frame) => frame.parentFrame()?.parentFrame() === tab.mainFrame());
  await card.waitForSelector('main:not([hidden])');
  return {
    tab,
    card,
    heard: () => tab.evaluate(() => (globalThis as Json).heard()),
    async says(pattern) {
      await card.waitForFunction(
        (source) => new RegExp(source, 's').test((globalThis as Json).document.body.innerText),
        { polling: 'mutation' },
        pattern.source,
      );
      return card.$eval('body', ({ innerText }) => innerText);
    },
    press: (id) => card.$eval(`#${id}`, (button: Json) => button.click()),
  };
}

/** The beginning of the address of the page's picture, once it is drawn. */
export async function pictureIn(card: Frame): Promise<string> {
  const drawn = await card.waitForFunction(() => {
    const { naturalWidth, src } = (globalThis as Json).document.getElementById('picture');
    return naturalWidth > 0 && src.slice(0, 22);
  });
  return drawn.jsonValue();
}
