/** Attaching files in a browser: for an assistant and on the order form, with and without a script. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Json } from '../support/e2e/client.ts';
import { pdfOf } from '../support/e2e/pdf-server.ts';
import { running, startService } from '../support/e2e/service.ts';
import { newFolder } from '../support/new-folder.ts';
import { emulateLook, faultsOf, inBrowser, phone } from '../support/pages/browsing.ts';
import { fill, press, textOf, waitForPayment } from '../support/pages/pressing.ts';
import { settingsForPages, shownOperator } from '../support/pages/states.ts';
import { typedForm } from '../support/pages/typed.ts';

const service = running(() => startService({ ...settingsForPages, ...shownOperator }));
const folder = newFolder();
const browsing = inBrowser();
beforeAll(async () => {
  writeFileSync(join(folder, 'letter.pdf'), await pdfOf(2));
  writeFileSync(join(folder, 'page-2.pdf'), await pdfOf(2));
  writeFileSync(join(folder, 'letter.docx'), 'PK');
  writeFileSync(join(folder, 'large.pdf'), new Uint8Array(20_000_001));
});

/** Requests an upload ticket, and opens its page. */
async function openTicket(script: boolean): Promise<{ readonly tab: Page; readonly ticket: Json }> {
  const ticket = await service.make('/uploads', {});
  const tab = await browsing.tab({ script });
  await emulateLook(tab, { ...phone, scheme: 'light' });
  await tab.goto(ticket.page_url, { waitUntil: 'load' });
  return { tab, ticket };
}

/** Puppeteer's own type for this needs DOM types. */
interface FileField {
  uploadFile(path: string): Promise<void>;
}

const choose = async (tab: Page, name: string): Promise<void> =>
  ((await tab.$('input[type=file]')) as unknown as FileField).uploadFile(join(folder, name));

/** Clicks from inside the page: a mouse could miss a button that is still moving, and a key press needs the focus. */
const submitFile = (tab: Page) =>
  Promise.all([
    tab.waitForNavigation({ waitUntil: 'load' }),
    tab.$eval('button', (button) => (button as { click?(): void }).click?.()),
  ]);

test.each([
  ['without a script', false],
  ['with the script', true],
])('a file is attached %s, and its ticket can be quoted', async (_how, script) => {
  const { tab, ticket } = await openTicket(script);
  await choose(tab, 'letter.pdf');
  await submitFile(tab);
  expect(await textOf(tab)).toContain('Your file is attached');
  expect(tab.url()).toContain(ticket.page_url);
  expect(await service.quote({ pdf_url: ticket.pdf_url })).toHaveProperty('pages', 2);
  await tab.reload({ waitUntil: 'load' });
  expect(await textOf(tab)).toContain('It already has a quote');
  expect(await faultsOf(tab)).toEqual([]);
});

test.each([
  ['a file that is too large', 'large.pdf', /This file is larger than 20\sMB/],
  ['a Word file', 'letter.docx', /This is a Word file[\s\S]*Google Docs: File > Download > PDF Document/],
])('the script does not send %s, and another file can be chosen', async (_what, file, message) => {
  const { tab } = await openTicket(true);
  const sent: string[] = [];
  tab.on('request', (request) => void sent.push(request.method()));
  await choose(tab, file);
  await tab.click('button');
  expect(await textOf(tab)).toMatch(message);
  expect(sent).toEqual([]);
  expect(await faultsOf(tab)).toEqual([]);
  await choose(tab, 'letter.pdf');
  await submitFile(tab);
  expect(await textOf(tab)).toContain('Your file is attached');
});

test('a failed upload shows a message, and the file stays selected', async () => {
  const { tab } = await openTicket(true);
  await tab.$eval('form', (form) => form.setAttribute('data-policy', 'forged'));
  await choose(tab, 'letter.pdf');
  await tab.click('button');
  await tab.waitForFunction(`document.getElementById('upload-status').textContent.includes('didn’t arrive')`);
  const files = (input: object) => (input as { files?: { length: number } }).files?.length;
  expect(await tab.$eval('input[type=file]', files)).toBe(1);
  expect(await tab.$eval('button', (button) => (button as { disabled?: boolean }).disabled)).toBe(false);
});

describe('on the order form, without a script', () => {
  test('a file is attached, then the addresses are filled in, and the file is ordered', async () => {
    const tab = await browsing.tab({ script: false });
    await emulateLook(tab, { ...phone, scheme: 'dark' });
    await tab.goto(`${service.baseUrl}/new/letter`, { waitUntil: 'load' });
    await press(tab, 'Send a file instead');
    await choose(tab, 'letter.pdf');
    await press(tab, 'Attach the file');
    expect(await textOf(tab)).toContain('letter.pdf is attached.');
    expect(await tab.$('[name=text]')).toBeNull();
    expect(await faultsOf(tab)).toEqual([]);
    await tab.setJavaScriptEnabled(false); // `faultsOf` turned scripts on.
    const { text: _, ...addresses } = typedForm('letter');
    await fill(tab, { ...addresses, 'to.city': '' });
    await press(tab, 'Preview and price');
    // Neither the file nor what was typed is lost.
    expect(await textOf(tab)).toContain('Please fill this in.');
    await tab.type('[name="to.city"]', 'Springfield');
    await press(tab, 'Preview and price');
    expect(await textOf(tab)).toContain('Preview: you haven’t ordered yet');
    expect(await tab.$$('.leaf img')).toHaveLength(2);
    await press(tab, 'Change something');
    expect(await textOf(tab)).toContain('letter.pdf is attached.');
    await press(tab, 'Preview and price');
    await press(tab, 'Continue');
    await waitForPayment(tab);
  });

  test('the upload page leads back to the typed letter, and attached files are printed after it', async () => {
    const tab = await browsing.tab({ script: false });
    await tab.goto(`${service.baseUrl}/new/letter`, { waitUntil: 'load' });
    await fill(tab, typedForm('letter'));
    await press(tab, 'Send a file instead');
    expect(await textOf(tab)).not.toContain('gave you this link');
    await press(tab, 'Back to your letter');
    expect(await tab.$('.failing')).toBeNull();
    for (const file of ['letter.pdf', 'page-2.pdf']) {
      await press(tab, 'Add pages from a file');
      await choose(tab, file);
      await press(tab, 'Attach the file');
    }
    expect((await textOf(tab)).match(/letter\.pdf|page-2\.pdf/g)).toEqual(['letter.pdf', 'page-2.pdf']);
    await press(tab, 'Remove');
    expect((await textOf(tab)).match(/letter\.pdf|page-2\.pdf/g)).toEqual(['page-2.pdf']);
    await press(tab, 'Preview and price');
    expect(await textOf(tab)).toContain('3 (letter 1, attachments 2)');
    await press(tab, 'Continue');
    await waitForPayment(tab);
  });
});
