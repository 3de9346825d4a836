/** A person in front of a page: reads it, and presses what begins with some words. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { until } from '../e2e/client.ts';

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

/** Types into the fields of these names, in place of what is there. */
export async function fill(tab: Page, form: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(form)) {
    if (name.endsWith('countryCode')) await tab.click(`[name="${name}"][value="${value}"]`);
    else {
      // Three clicks select the old text, which is replaced.
      await tab.click(`[name="${name}"]`, { count: 3 });
      await tab.keyboard.sendCharacter(value.replaceAll('\r\n', '\n'));
    }
  }
}

/** The preview leads on to the payment page by itself. */
export const atPayment = (tab: Page) =>
  until(
    async () => tab.url(),
    (url) => url.includes('/checkout/'),
  );
