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
  // Away from the bar at the foot of the screen.
  await button.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await Promise.all([tab.waitForNavigation({ waitUntil: 'load' }), button.click()]);
}

/** Types into the fields of these names, in place of what is there. */
export async function fill(tab: Page, form: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(form)) {
    const field = await tab.$(`[name="${name}"]`);
    // The country is asked for only where state and code disagree.
    if (name.endsWith('countryCode')) await (await tab.$(`[name="${name}"][value="${value}"]`))?.click();
    else {
      await field?.evaluate((each) => each.closest('details')?.setAttribute('open', ''));
      // By keyboard: the bar at the foot of the screen may lie over the field. The old text is replaced.
      await field?.focus();
      await tab.keyboard.down('Control');
      await tab.keyboard.press('a');
      await tab.keyboard.up('Control');
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
