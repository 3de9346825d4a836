/** Uses a page as a person does: reads it, fills in fields, and clicks links and buttons. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { until } from '../e2e/client.ts';

export const textOf = (tab: Page): Promise<string> => tab.$eval('body', ({ innerText }) => innerText);

/** The first link or button whose text begins with `label`. */
export async function buttonIn(tab: Page, label: string): Promise<ElementHandle | undefined> {
  for (const each of await tab.$$('a, button'))
    if ((await each.evaluate(({ textContent }) => textContent.trim())).startsWith(label)) return each;
  return undefined;
}

export async function press(tab: Page, label: string): Promise<void> {
  const button = await buttonIn(tab, label);
  if (button === undefined) throw new Error(`no link or button “${label}” in: ${await textOf(tab)}`);
  // So that the bar at the bottom of the screen doesn't cover it.
  await button.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await Promise.all([tab.waitForNavigation({ waitUntil: 'load' }), button.click()]);
}

/** Types into the fields with these names, replacing their content. */
export async function fill(tab: Page, form: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(form)) {
    // The form asks for a country only if state and postal code disagree.
    if (name.endsWith('countryCode')) {
      await (await tab.$(`[name="${name}"][value="${value}"]`))?.click();
      continue;
    }
    const field = await tab.$(`[name="${name}"]`);
    if (field === null) throw new Error(`the page has no field ${name}`);
    await field.evaluate((each) => each.closest('details')?.setAttribute('open', ''));
    // By keyboard instead of a click, because the bar at the bottom of the screen may cover the field.
    await field.focus();
    await tab.keyboard.down('Control');
    await tab.keyboard.press('a');
    await tab.keyboard.up('Control');
    await tab.keyboard.sendCharacter(value.replaceAll('\r\n', '\n'));
  }
}

/** Waits until the page after the preview has redirected to the payment page. */
export const waitForPayment = (tab: Page) =>
  until(
    async () => tab.url(),
    (url) => url.includes('/checkout/'),
  );
