/** Receipts and their verification in the shipped Chromium: with the page's own security policy, and on paper. */
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
const folder = newFolder();
let url: string;
const view = await receiptOf('letter', { privateJwk: key.privateJwk });
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  await writeFile(file('receipt.pdf'), await writeEvidence(evidenceSheet(view, undefined, readerIn('en'))));
  server = await listen(createGateway({ rows, functions: openFunctions() }));
  url = `${server.url}/v1/verify`;
  browser = await browse();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.close();
});

const result = async (tab: Page) => {
  await tab.waitForSelector('.result h2');
  return tab.$eval('.result', ({ innerText }) => innerText);
};
const choose = async (tab: Page, id: string, name: string) =>
  (await tab.waitForSelector(`input#${id}`))?.uploadFile(file(name));

test('the link of the printed code shows the verdict', async () => {
  const tab = await browser.tab();
  await tab.goto(verifyLink(url, view.signature));
  const words = await result(tab);
  const parts = ['Genuine', view.receipt.receipt_id, 'Ada Lovelace, 12 Analytical Way', letterPrice().total];
  for (const part of [...parts, 'We didn’t compare a document']) expect(words).toContain(part);
});

test('the form accepts a file', async () => {
  const tab = await browser.tab({ language: 'fr-CA' });
  await tab.goto(url);
  await choose(tab, 'receipt_file', 'receipt.pdf');
  await Promise.all([tab.waitForNavigation(), tab.click('button')]);
  const words = await result(tab);
  for (const part of ['Signature authentique', view.receipt.receipt_id, 'Aucun document'])
    expect(words).toContain(part);
});

longTest('both pages are accessible and fit the window, in light and dark mode', async () => {
  const faults: string[] = [];
  for (const look of looks) {
    const tab = await browser.tab();
    await emulateLook(tab, look);
    await tab.goto(verifyLink(url, view.signature));
    await result(tab);
    faults.push(...(await faultsOf(tab)));
    // In another tab, because in the same one the first page's policy would apply.
    const other = await browser.tab();
    await emulateLook(other, look);
    await other.setContent(receiptPage(view, readerIn('en')).body);
    faults.push(...(await faultsOf(other)));
    await Promise.all([tab.close(), other.close()]);
  }
  expect(faults).toEqual([]);
});

const long = 'Wolfeschlegelsteinhausenbergerdorff und Söhne '.repeat(3).slice(0, 100);

test('a printed receipt fits on one sheet, no matter how long its names are, and its QR code scans', async () => {
  const tab = await browser.tab();
  await tab.setViewport(phone);
  const party = Array.from({ length: 6 }, () => long);
  const facts = [
    ...view.facts.map((fact) => ({ ...fact, value: [fact.value].flat().length > 1 ? party : fact.value })),
    ...['Bank account', 'Check number', 'Memo'].map((label) => ({ label, value: long })),
  ];
  const price = { ...view.price, tax: { label: 'GST+QST 14.975%', cents: 1 } } as typeof view.price;
  const operator = { ...acme, name: long.slice(0, 60), postalAddress: long + long, taxRegistration: long.slice(0, 40) };
  for (const shown of [view, { ...view, facts, price, recipient: long }]) {
    await tab.setContent(receiptPage(shown, readerIn('fr', operator)).body);
    for (const format of ['letter', 'a4'] as const) {
      const pdf = await tab.pdf({ format, preferCSSPageSize: false });
      expect(await textsOf(pdf)).toHaveLength(1);
      expect(await scanned(pdf)).toBe(verifyLink(view.verifyUrl, view.signature));
    }
  }
});
