/** `npm run screenshots`: draws docs/images/overview-light.png and overview-dark.png from a service that it starts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductName } from '../../shared/domain/names.ts';
import { type Service, startService } from '../support/e2e/service.ts';
import { type Browsing, browse, emulateLook } from '../support/pages/browsing.ts';

const images = join(import.meta.dirname, '..', '..', 'docs', 'images');

const invoice = `<style>
  div { height: 2.1in } h1 { color: #1f4f8f; border-bottom: 3px solid #a92b25 }
  table { width: 100%; border-collapse: collapse } td { padding: 8pt 0; border-bottom: 1px solid #bbb }
  td + td { text-align: right } .sum { font-weight: bold; background: #fbe6ac }
</style>
<div></div>
<h1>Invoice 17</h1>
<p>Dear Ada,</p><p>Thank you for your order. The engine has been shipped.</p>
<table>
  <tr><td>One analytical engine, in brass</td><td>$1,843.00</td></tr>
  <tr><td>Punched cards, 400</td><td>$52.00</td></tr>
  <tr class="sum"><td>Due December 10</td><td>$1,895.00</td></tr>
</table>
<p>Yours,<br>Grace</p>`;

/** The invoices differ, so that no page asks whether one is a second copy. */
const asHtml = (number: 16 | 17) => ({ text: undefined, html: invoice.replace('17', `${number}`) });
const thanks = '<h1>Rent, December</h1><p>With thanks for a warm house in a cold month.</p>';

/** Orders the example of a product, with additional fields in the quote and in the order. */
async function order(service: Service, product: ProductName, more: { quote?: object; order?: object } = {}) {
  const example = async (file: string) =>
    JSON.parse(await readFile(join(images, '..', '..', 'examples', product, file), 'utf8'));
  const prefix = product === 'letter' ? '' : `${product}-`;
  const account = product === 'check' ? await service.make('/bank-accounts', await example('bank-account.json')) : {};
  const { quote_id } = await service.make(`/${prefix}quotes`, { ...(await example('quote.json')), ...more.quote });
  const job = await example('job.json');
  const bankAccount = product === 'check' && { bank_account: account.bank_account_id };
  const { checkout_url, pay_url } = await service.make(`/${prefix}jobs`, {
    ...job,
    quote_id,
    idempotency_key: crypto.randomUUID(),
    [product]: { ...job[product], ...bankAccount, ...more.order },
  });
  return { checkoutUrl: checkout_url, payUrl: pay_url };
}

/** Fills the mailbox, and returns the URL of an unpaid order's pay page. */
async function fill(service: Service): Promise<string> {
  const mailed = [
    await order(service, 'letter'),
    await order(service, 'fax'),
    await order(service, 'check', { order: { message: thanks } }),
    await order(service, 'letter', { quote: { ...asHtml(16), color: true }, order: asHtml(16) }),
  ];
  for (const { checkoutUrl } of mailed) await service.pay(checkoutUrl);
  const { payUrl } = await order(service, 'letter', { quote: { ...asHtml(17), color: true }, order: asHtml(17) });
  return payUrl;
}

/** Tall enough for the Pay button, and for two rows of the mailbox. */
const height = 1_250;

async function shot(browsing: Browsing, scheme: 'light' | 'dark', url: string, width: number): Promise<string> {
  const tab = await browsing.tab();
  await emulateLook(tab, { width, height, scheme });
  await tab.goto(url, { waitUntil: 'networkidle0' });
  const picture = await tab.screenshot({ encoding: 'base64' });
  await tab.close();
  return picture;
}

/** Draws the pictures on a transparent background, which suits light and dark pages. */
async function sideBySide(browsing: Browsing, pictures: readonly string[]): Promise<Uint8Array> {
  const page = await browsing.tab();
  await page.setViewport({ width: 2_000, height: 1_200 });
  const shown = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`);
  await page.setContent(`<style>
    body { display: inline-flex; gap: 20px; margin: 0; padding: 2px }
    img { height: 900px; border-radius: 12px; outline: 1px solid #8888 }
  </style>${shown.join('')}`);
  const body = await page.$('body');
  const picture = await body?.screenshot({ omitBackground: true });
  await page.close();
  if (picture === undefined) throw new Error('cannot draw the pages side by side');
  return picture;
}

async function draw(service: Service, browsing: Browsing): Promise<void> {
  const payUrl = await fill(service);
  await mkdir(images, { recursive: true });
  for (const scheme of ['light', 'dark'] as const) {
    const shots = [await shot(browsing, scheme, payUrl, 690)];
    shots.push(await shot(browsing, scheme, `${service.origin}/_mailbox`, 870));
    const picture = await sideBySide(browsing, shots);
    await writeFile(join(images, `overview-${scheme}.png`), picture);
    console.log(`docs/images/overview-${scheme}.png: ${Math.ceil(picture.length / 1_000)} kB`);
  }
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('npm run screenshots needs Linux on x64: the Chromium that comes with the project runs nowhere else.');
  process.exit(1);
}
const browsing = await browse();
try {
  const service = await startService();
  await draw(service, browsing).finally(() => service.stop());
} finally {
  await browsing.close();
}
