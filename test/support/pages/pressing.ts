/** A person in front of a page: reads it, and presses what begins with some words. */
import type { ElementHandle, Page } from 'puppeteer-core';

export const textOf = (tab: Page): Promise<string> => tab.$eval('body', ({ innerText }) => innerText);

/** The link or button whose words begin so. */
export async function buttonIn(tab: Page, words: string): Promise<ElementHandle | undefined> {
  for (const each of await tab.$$('a, button'))
    if ((await each.evaluate(({ textContent }) => textContent.trim())).startsWith(words)) return each;
  return undefined;
}

export async function press(tab: Page, words: string): Promise<void> {
  const button = await buttonIn(tab, words);
  if (button === undefined) throw new Error(`nothing to press for “${words}” in: ${await textOf(tab)}`);
  await Promise.all([tab.waitForNavigation({ waitUntil: 'load' }), button.click()]);
}
