/** Receipts and their verification in the Chromium that we ship: with the page's security policy, and on paper. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { manifest } from '../../functions/manifest.ts';
import { openFunctions } from '../../lib/local/functions.ts';
import { type ListeningServer, listen } from '../../lib/local/gateway/http.ts';
import { createGateway } from '../../lib/local/gateway/server.ts';
import { evidenceSheet, verifyLink } from '../../shared/pages/receipt/parts.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { writeEvidence } from '../../shared/rendering/receipt/write-evidence.ts';
import { newFolder } from '../support/new-folder.ts';
import { type Browsing, browse, emulateLook, faultsOf, looks, phone } from '../support/pages/browsing.ts';
import { letterPrice } from '../support/prices.ts';
import { scanned, textsOf } from '../support/read-pdf.ts';
import { acme, readerIn, receiptOf, signingKey } from '../support/receipts.ts';
import { longTest } from '../support/sampling.ts';

const key = signingKey();
Object.assign(process.env, { RECEIPT_SIGNING_KEY: key.privateJwk, REQUEST_LIMITS: 'off' });
const rows = manifest.filter(({ name }) => name === 'verify');

let browser: Browsing;
let server: ListeningServer;
const receiptFile = join(newFolder(), 'receipt.pdf');
let url: string;
const view = await receiptOf('letter', { privateJwk: key.privateJwk });

beforeAll(async () => {
  await writeFile(receiptFile, await writeEvidence(evidenceSheet(view, undefined, readerIn('en'))));
  server = await listen(createGateway({ rows, functions: openFunctions() }));
  url = `${server.url}/v1/verify`;
  browser = await browse();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.close();
});

const verdictIn = async (tab: Page) => {
  await tab.waitForSelector('.result h2');
  return tab.$eval('.result', ({ innerText }) => innerText);
};

test('the link in the printed QR code shows the verdict', async () => {
  const tab = await browser.tab();
  await tab.goto(verifyLink(url, view.signature));
  const verdict = await verdictIn(tab);
  const parts = ['Genuine', view.receipt.receipt_id, 'Ada Lovelace, 12 Analytical Way', letterPrice().total];
  for (const part of [...parts, 'We didn’t compare a document']) expect(verdict).toContain(part);
});

test('the verification form accepts a receipt as a PDF, and shows the verdict in French', async () => {
  const tab = await browser.tab({ language: 'fr-CA' });
  await tab.goto(url);
  const input = await tab.waitForSelector('input#receipt_file');
  await input?.uploadFile(receiptFile);
  await Promise.all([tab.waitForNavigation(), tab.click('button')]);
  const verdict = await verdictIn(tab);
  for (const part of ['Signature authentique', view.receipt.receipt_id, 'Aucun document'])
    expect(verdict).toContain(part);
});

longTest(
  'the receipt and the verification page are accessible and fit the window, in light and dark mode',
  async () => {
    const faults: string[] = [];
    for (const look of looks) {
      const tab = await browser.tab();
      await emulateLook(tab, look);
      await tab.goto(verifyLink(url, view.signature));
      await verdictIn(tab);
      faults.push(...(await faultsOf(tab)));
      // In a new tab, because in the other one, the security policy of the verification page would still apply.
      const other = await browser.tab();
      await emulateLook(other, look);
      await other.setContent(receiptPage(view, readerIn('en')).body);
      faults.push(...(await faultsOf(other)));
      await Promise.all([tab.close(), other.close()]);
    }
    expect(faults).toEqual([]);
  },
);

test('a printed receipt fits on one sheet, no matter how long its names are, and its QR code scans', async () => {
  const tab = await browser.tab();
  await tab.setViewport(phone);
  const long = 'Wolfeschlegelsteinhausenbergerdorff und Söhne '.repeat(3).slice(0, 100);
  const party = Array.from({ length: 6 }, () => long);
  const facts = [
    ...view.facts.map((fact) => ({ ...fact, value: [fact.value].flat().length > 1 ? party : fact.value })),
    ...['Bank account', 'Check number', 'Memo'].map((label) => ({ label, value: long })),
  ];
  const price = { ...view.price, tax: { label: 'GST+QST 14.975%', cents: 1 } } as typeof view.price;
  const operator = { ...acme, name: long.slice(0, 60), postalAddress: long + long, taxRegistration: long.slice(0, 40) };
  for (const receipt of [view, { ...view, facts, price, recipient: long }]) {
    await tab.setContent(receiptPage(receipt, readerIn('fr', operator)).body);
    for (const format of ['letter', 'a4'] as const) {
      const pdf = await tab.pdf({ format, preferCSSPageSize: false });
      expect(await textsOf(pdf)).toHaveLength(1);
      expect(await scanned(pdf)).toBe(verifyLink(view.verifyUrl, view.signature));
    }
  }
});
