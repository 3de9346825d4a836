/** Ordering on the forms in a browser: writing, correcting, previewing, going back, paying, canceling, getting a receipt. */
import type { Page } from 'puppeteer-core';
import { productNames } from '../../shared/domain/names.ts';
import { until } from '../support/e2e/client.ts';
import { registerAccount } from '../support/e2e/desk.ts';
import { running, startService } from '../support/e2e/service.ts';
import { desktop, emulateLook, faultsOf, inBrowser, type Look, phone } from '../support/pages/browsing.ts';
import { fill, press, textOf, waitForPayment } from '../support/pages/pressing.ts';
import { settingsForPages, shownOperator } from '../support/pages/states.ts';
import { typedForm } from '../support/pages/typed.ts';
import { faxPrice, letterPrice } from '../support/prices.ts';
import { sample } from '../support/sampling.ts';

const service = running(() => startService({ ...settingsForPages, ...shownOperator }));
const browsing = inBrowser();

const fieldOf = (tab: Page, name: string) =>
  tab.$eval(`[name="${name}"]`, (field) => (field as { readonly value?: string }).value);

/** Opens a tab at a path under `/v1`. */
async function openTab(path: string, { script = true, look = { ...phone, scheme: 'light' } as Look } = {}) {
  const tab = await browsing.tab({ script });
  await emulateLook(tab, look);
  await goTo(tab, path);
  return tab;
}

const goTo = (tab: Page, path: string) => tab.goto(`${service.baseUrl}${path}`, { waitUntil: 'load' });

const readers = [
  { look: { ...phone, scheme: 'light' as const }, reader: 'on a phone' },
  { look: { ...desktop, scheme: 'dark' as const }, reader: 'on a desktop in dark mode' },
];

test.each(sample(readers, 2, 'journeys through the order form'))(
  'without a script, a letter is written, corrected, previewed, paid for and canceled $reader, and has a receipt',
  async ({ look }) => {
    const tab = await openTab('/new', { script: false, look });
    await press(tab, 'Write a letter');
    expect(await tab.$eval('#live', (live) => live.checkVisibility())).toBe(false);
    const form = { ...typedForm('letter'), 'from.provinceOrState': 'ZZ', 'from.postalOrZip': 'K1A 0A6' };
    await fill(tab, form);
    await press(tab, 'Preview and price');

    // The sender's ZZ isn't a Canadian province.
    expect(await textOf(tab)).toContain('There is no such province or territory in Canada.');
    expect(await tab.title()).toContain('Please correct: Write a letter');
    expect(await fieldOf(tab, 'text')).toBe('Dear Ada,\n\nThe engine works.');
    await fill(tab, { 'from.provinceOrState': 'ON', 'from.postalOrZip': 'K1A 0A6', email: 'grace@example.com' });
    await press(tab, 'Preview and price');

    expect(await textOf(tab)).toContain('Preview: you haven’t ordered yet');
    const width = await tab.$eval('.leaf img', (image) => (image as { readonly naturalWidth?: number }).naturalWidth);
    expect(width).toBeGreaterThan(1_000);
    const buttonBottom = await tab.$eval('[value=pay]', (button) => button.getBoundingClientRect().bottom);
    expect(buttonBottom).toBeLessThanOrEqual(look.height);

    await press(tab, 'Change something');
    expect(await fieldOf(tab, 'to.name')).toBe('Ada Lovelace');
    expect(await fieldOf(tab, 'email')).toBe('grace@example.com');
    await fill(tab, { 'to.name': 'Ada King' });
    await press(tab, 'Preview and price');
    expect(await textOf(tab)).toContain('Letter to Ada King');
    // The browser's Back button also keeps what was typed.
    await tab.goBack({ waitUntil: 'load' });
    expect(await fieldOf(tab, 'to.name')).toBe('Ada King');
    await tab.goForward({ waitUntil: 'load' });

    await tab.click('[value=pay]', { count: 2 });
    await waitForPayment(tab);
    await press(tab, `Pay ${letterPrice().total}`);
    const payUrl = tab.url().replace(/\/paid.*/, '');
    expect(await textOf(tab)).toContain('We email updates on this order to g…');

    const reload = async () => {
      await tab.goto(payUrl, { waitUntil: 'load' });
      return textOf(tab);
    };
    // Canceling isn't offered while the order is being sent to the partner.
    await until(reload, (text) => /^Cancel/m.test(text));
    await press(tab, 'Cancel');
    await press(tab, 'Yes, cancel and refund');
    expect(await textOf(tab)).toContain('Your order is canceled');
    // The form is filled in again, except for the email address, which only its owner may see.
    await press(tab, 'Order again');
    expect(await fieldOf(tab, 'to.name')).toBe('Ada King');
    expect(await fieldOf(tab, 'text')).toBe('Dear Ada,\n\nThe engine works.');
    expect(await fieldOf(tab, 'email')).toBe('');
    await tab.goto(payUrl, { waitUntil: 'load' });
    await press(tab, 'Receipt');
    expect(await textOf(tab)).toContain('Ada King');
    expect(await tab.cookies()).toEqual([]);

    // Going all the way back to the preview and continuing leads to the same order, not to a second one.
    for (let steps = 0; steps < 12 && (await tab.$('[value=pay]')) === null; steps += 1)
      await tab.goBack({ waitUntil: 'load' });
    await press(tab, 'Continue');
    expect(tab.url()).toBe(`${payUrl}?on=payment`);
  },
);

describe('with scripts, the live preview on the order form', () => {
  /** Types a text key by key. Returns the tab, the bodies of its quote requests, and the status of the first response. */
  async function typeText(product: 'letter' | 'fax', text: string) {
    const tab = await browsing.tab();
    const quotes: string[] = [];
    tab.on('request', (request) => {
      if (request.url().endsWith('quotes')) quotes.push(request.postData() ?? '');
    });
    await goTo(tab, `/new/${product}`);
    const response = tab.waitForResponse((quote) => quote.url().endsWith('quotes'));
    await tab.type('[name=text]', text);
    return { tab, quotes, status: (await response).status() };
  }

  const focused = (tab: Page) => tab.evaluate('document.activeElement.name');

  test('shows the page of a text with one request for many key presses, and leaves the focus in the text', async () => {
    const { tab, quotes, status } = await typeText('letter', 'Dear Ada, the engine works.');
    expect(status).toBe(201);
    await tab.waitForSelector('#live img');
    expect(await tab.$eval('#live img', (image) => image.getAttribute('alt'))).toBe('Page 1 of 1');
    expect(quotes).toEqual([JSON.stringify({ country: 'US', text: 'Dear Ada, the engine works.' })]);
    expect(await focused(tab)).toBe('text');
    expect(await tab.$$('#live li')).toHaveLength(1);
  });

  test('stays as it is if a change is undone while its quote is being requested', async () => {
    const { tab } = await typeText('letter', 'Dear Ada');
    const picture = await (await tab.waitForSelector('#live img'))?.evaluate((image) => image.getAttribute('src'));
    // Intercepted requests get no response, so the quote is still on its way when the change is undone.
    await tab.setRequestInterception(true);
    const isAborted = new Promise((resolve) => {
      tab.on('requestfailed', (request) => resolve(request.failure()?.errorText));
      tab.on('request', () => void tab.keyboard.press('Backspace'));
    });
    await tab.type('[name=text]', '!');
    expect(await isAborted).toBe('net::ERR_ABORTED');
    expect(await tab.$eval('#live img', (image) => image.getAttribute('src'))).toBe(picture);
  });

  test('shows a cover sheet as the first page and includes its price, and a reload restores it in an open fold', async () => {
    const { tab, quotes } = await typeText('fax', 'The results.');
    const cover = { to: 'Dr. Ada King', note: 'Call me.' };
    await tab.click('details.more summary');
    await tab.type('[name="cover.to"]', cover.to);
    await tab.type('[name="cover.note"]', cover.note);
    await tab.waitForFunction(`document.querySelectorAll('#live img').length === 2`);
    expect(quotes.at(-1)).toBe(JSON.stringify({ country: 'US', text: 'The results.', cover }));
    expect(await tab.$eval('.bar p', ({ textContent }) => textContent)).toBe(`2 pages · ${faxPrice(2).amount}`);
    expect(await faultsOf(tab)).toEqual([]);
    await tab.reload({ waitUntil: 'load' });
    expect(await fieldOf(tab, 'cover.note')).toBe('Call me.');
    const folds = await tab.$$eval('details', (all) => all.map((fold) => fold.hasAttribute('open')));
    expect(folds).toEqual([true]);
  });

  test('changes nothing and shows no message when a text is refused', async () => {
    const { tab, status } = await typeText('fax', '\u6f22');
    expect(status).toBe(400);
    expect(await tab.$$('#live img, .failing')).toEqual([]);
    expect(await focused(tab)).toBe('text');
  });
});

test('with scripts, a reload loses nothing and the sender is remembered; a letter takes 1 required field and 3 pages', async () => {
  const countRequired = (tab: Page): Promise<number> =>
    tab.$$eval('#order :required', (fields) => fields.filter((field) => field.checkVisibility()).length);
  const letterForm = typedForm('letter');
  const { text = '' } = letterForm;
  const recipient = Object.fromEntries(Object.entries(letterForm).filter(([name]) => name.startsWith('to.')));
  const tab = await openTab('/new/letter', { look: { ...desktop, scheme: 'light' } });
  expect(await countRequired(tab)).toBe(1);
  await fill(tab, letterForm);
  await tab.reload({ waitUntil: 'load' });
  expect(await fieldOf(tab, 'text')).toBe(text.replaceAll('\r\n', '\n'));
  expect(await fieldOf(tab, 'from.city')).toBe(letterForm['from.city']);
  await press(tab, 'Preview and price');

  await goTo(tab, '/new/letter');
  expect(await fieldOf(tab, 'text')).toBe('');
  expect(await textOf(tab)).toContain('This browser remembers the sender of your last order.');
  expect(await countRequired(tab)).toBe(1);
  const boxOf = (selector: string) => tab.$eval(selector, (element) => element.getBoundingClientRect().toJSON());
  const [preview, textField] = [await boxOf('#live'), await boxOf('[name=text]')];
  expect([preview.left > textField.right, preview.top < textField.bottom]).toEqual([true, true]);
  expect(await faultsOf(tab)).toEqual([]);
  const visited: string[] = [];
  tab.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname.replace(/\w+_\w+/, 'id')));
  await fill(tab, { text, ...recipient, email: 'ada@example.com' });
  await press(tab, 'Preview and price');
  expect(await textOf(tab)).toContain('Grace Hopper');
  expect(await textOf(tab)).toContain('We’ll email ada@example.com about the order');
  await press(tab, 'Continue to payment');
  await waitForPayment(tab);
  expect(visited).toEqual(['/v1/new/letter', '/v1/pay/id', '/v1/checkout/id']);

  await goTo(tab, '/new/letter');
  await tab.click('.remembered [value=forget]');
  expect(await countRequired(tab)).toBe(1);
  expect(await fieldOf(tab, 'from.name')).toBe('');
  await tab.reload({ waitUntil: 'load' });
  expect(await countRequired(tab)).toBe(1);
});

test.each(productNames)('the form of a %s is short, even on a phone without scripts', async (product) => {
  const tab = await openTab('/new', { script: false });
  const response = await goTo(tab, `/new/${product}`);
  expect(Buffer.byteLength((await response?.text()) ?? '')).toBeLessThan(22_000);
  // In pixels: less than three screens of a phone.
  expect(await tab.$eval('html', ({ scrollHeight }) => scrollHeight)).toBeLessThan(2_400);
  expect(await tab.$$eval('#order :required', ({ length }) => length)).toBeLessThan(5);
  const visible = await tab.$$eval('#order :is(input, textarea)', (all) =>
    all.filter((field) => field.checkVisibility()),
  );
  expect(visible.length).toBeLessThan(9);
});

describe('an address typed in one field', () => {
  test('with scripts, is read in place when the field loses focus, and the page does not scroll', async () => {
    const tab = await openTab('/new/letter');
    const surcharge = () => tab.$eval('#registered-hint', (hint) => hint.textContent);
    expect(await surcharge()).toMatch(/^\+\$/);
    await tab.focus('[name="to.pasted"]');
    await tab.keyboard.sendCharacter('Grace Hopper\n100 Queen St W\nToronto ON M5H 2N2');
    const [url, top] = [tab.url(), await tab.evaluate('scrollY')];
    await tab.keyboard.press('Tab');
    await tab.waitForSelector('#to .read');
    expect(await fieldOf(tab, 'to.city')).toBe('Toronto');
    expect(await surcharge()).toMatch(/^\+CA\$/);
    expect([tab.url(), Math.abs(Number(await tab.evaluate('scrollY')) - Number(top)) < 200]).toEqual([url, true]);
    expect(await faultsOf(tab)).toEqual([]);
    await tab.reload({ waitUntil: 'load' });
    await tab.waitForSelector('#to .read');
    expect(await tab.$eval('[name="to.pasted"]', (box) => box.checkVisibility())).toBe(false);
    await fill(tab, { 'to.addressLine2': 'Apt 5' });
    await tab.focus('[name=text]');
    expect(await textOf(tab)).toContain('100 Queen St W\nApt 5\nToronto ON M5H 2N2');

    const rest = Object.entries(typedForm('letter')).filter(([name]) => /^(?:text|from)/.test(name));
    await fill(tab, Object.fromEntries(rest));
    await press(tab, 'Preview and price');
    await press(tab, 'Change something');
    await fill(tab, { 'to.addressLine2': 'Apt 6' });
    await press(tab, 'Preview and price');
    await tab.goBack({ waitUntil: 'load' });
    expect(await fieldOf(tab, 'to.addressLine2')).toBe('Apt 6');
    expect(await tab.$eval('#to .read', (lines) => lines.textContent)).toContain('Apt 6');
  });

  test('without scripts, is read by a button, and the page opens there', async () => {
    const tab = await openTab('/new/letter', { script: false });
    await fill(tab, { 'from.pasted': 'Grace Hopper\n12 Main St\nAlbany, NY 12207' });
    await tab.focus('[value="read.from"]');
    await Promise.all([tab.waitForNavigation({ waitUntil: 'load' }), tab.keyboard.press('Enter')]);
    const box = await tab.$eval('#from .read', (each) => each.getBoundingClientRect().toJSON());
    expect([box.top >= 0, box.bottom <= phone.height]).toEqual([true, true]);
    expect(await tab.$eval('body', ({ scrollHeight }) => scrollHeight)).toBeLessThan(2_400);
  });
});

test('without a script, registering an account from the check form loses nothing that was typed', async () => {
  const tab = await openTab('/new/check', { script: false });
  const { bank_account: _, ...typed } = typedForm('check');
  await fill(tab, typed);
  await press(tab, 'Register a bank account');
  await press(tab, 'Help');
  await tab.goBack({ waitUntil: 'load' });
  expect(await textOf(tab)).not.toContain('Please correct');
  await tab.click('[name=country][value=US]');
  const account = { nickname: 'Rent', account_holder_name: 'Grace Hopper', bank_name: 'First Example Bank' };
  const numbers = { routing_number: '021000021', account_number: '73519284605' };
  for (const [name, value] of Object.entries({ ...account, ...numbers })) await tab.type(`[name=${name}]`, value);
  // At first the person forgets to check the box, and the browser doesn't insist on it.
  await tab.$eval('[name=authorized]', (field) => field.removeAttribute('required'));
  await press(tab, 'Register the account');
  expect(await textOf(tab)).toContain('check the box');
  for (const [name, value] of Object.entries(numbers)) await tab.type(`[name=${name}]`, value);
  await tab.click('[name=authorized]');
  await press(tab, 'Register the account');
  expect(await textOf(tab)).not.toContain('check.bank_account');
  await press(tab, 'Back to your check');
  expect(await fieldOf(tab, 'bank_account')).toMatch(/^bank_/);
  expect(await fieldOf(tab, 'memo')).toBe('Rent');
  await press(tab, 'Preview and price');
  expect(await textOf(tab)).toContain('Preview: you haven’t ordered yet');
  expect(await textOf(tab)).not.toContain('Remember this code');
});

test('with scripts, the browser remembers an account code if the box is checked, but no refused code or bank number', async () => {
  const tab = await openTab('/new/check');
  /** Opens the form again. Returns the code in it, and whether the box is checked. */
  const reopen = async () => {
    await goTo(tab, '/new/check');
    return [await fieldOf(tab, 'bank_account'), await tab.$eval('#keep', (box) => box.matches(':checked'))];
  };
  const preview = async (code: string, isKept: boolean) => {
    expect(await tab.$eval('#keep', (box) => box.checkVisibility())).toBe(true);
    await fill(tab, { ...typedForm('check'), bank_account: code });
    // By keyboard, because the bar at the bottom may cover the box.
    await tab.focus('#keep');
    if ((await tab.$eval('#keep', (box) => box.matches(':checked'))) !== isKept) await tab.keyboard.press('Space');
    await press(tab, 'Preview and price');
  };
  const code = await registerAccount(service);
  expect(await reopen()).toEqual(['', false]);
  expect(await faultsOf(tab)).toEqual([]);
  await preview(code, false);
  expect(await reopen()).toEqual(['', false]);
  await preview('73519284605', true);
  expect(await reopen()).toEqual(['', false]);
  await preview(` ${code}`, true);
  expect(await reopen()).toEqual([code, true]);
  await preview(`bank_${'0'.repeat(26)}`, true);
  expect(await reopen()).toEqual(['', false]);
  await preview(code, true);
  await reopen();
  await preview(code, false);
  expect(await reopen()).toEqual(['', false]);
});
