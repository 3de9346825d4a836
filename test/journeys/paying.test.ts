/** A payer's journey through an order in a browser, with and without scripts, on a desktop and on a phone. */
import type { Page } from 'puppeteer-core';
import type { Json } from '../support/e2e/client.ts';
import { running, startService, textOnly } from '../support/e2e/service.ts';
import { desktop, emulateLook, faultsOf, inBrowser, phone } from '../support/pages/browsing.ts';
import { buttonIn, press, textOf } from '../support/pages/pressing.ts';
import { settingsForPages, shownOperator } from '../support/pages/states.ts';
import { sample } from '../support/sampling.ts';

const service = running(() => startService({ ...textOnly, ...settingsForPages, ...shownOperator }));
const browsing = inBrowser();

const readers = [
  { script: true, size: desktop, reader: 'with scripts, on a desktop' },
  { script: false, size: phone, reader: 'without scripts, on a phone' },
  { script: false, size: desktop, reader: 'without scripts, on a desktop' },
  { script: true, size: phone, reader: 'with scripts, on a phone' },
];

const payButton = (tab: Page) => buttonIn(tab, 'Pay');
const pressInMailbox = (job: Json, action: string) =>
  service.post(`${service.origin}/_mailbox/${job.job_id}`, { action }, { 'content-type': 'application/json' });

describe.each(sample(readers, 4, 'journeys through an order'))('$reader', ({ script, size }) => {
  let tab: Page;
  let job: Json;
  beforeEach(async () => {
    job = await service.order();
    tab = await browsing.tab({ script });
    await emulateLook(tab, { ...size, scheme: 'light' });
    await tab.goto(job.pay_url, { waitUntil: 'load' });
  });

  // The first Pay is on the order's page, the second on the checkout page.
  const pay = async () => {
    await press(tab, 'Pay');
    await press(tab, 'Pay');
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    await tab.reload({ waitUntil: 'load' });
  };

  test('a payer pays and sees the status, and going back never offers to pay again', async () => {
    await pay();
    expect(await textOf(tab)).toContain('Acme Letters');
    expect(await payButton(tab)).toBeUndefined();
    // One of the pages in between is the response to a form, which browsers don't post again.
    while (tab.url() !== job.pay_url) await tab.goBack({ waitUntil: 'load' });
    expect(await payButton(tab)).toBeUndefined();
    expect(await service.atPartner(job.job_id)).toHaveLength(1);
  });

  test('a mailed order’s document can be deleted on its page, and deleting it again over the API succeeds', async () => {
    await pay();
    await pressInMailbox(job, 'mail');
    await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
    await tab.reload({ waitUntil: 'load' });
    await tab.click('details:has([action$="/delete"]) summary');
    await press(tab, 'Yes, delete it');
    expect(tab.url()).toBe(`${job.pay_url}#deleted`);
    expect(await textOf(tab)).toContain('Deleted at the sender’s request on ');
    expect(await faultsOf(tab)).toEqual([]);
    expect((await service.remove(`/jobs/${job.job_id}/document`)).status).toBe(204);
    const { body } = await service.get(`/jobs/${job.job_id}/receipt`);
    expect(body.times.document_deleted_at).toBeGreaterThan(body.times.mailed_at);
    expect((await service.get(`${job.pay_url}/proof.pdf`)).status).toBe(404);
  });

  test('an order is canceled after a confirmation, and a second cancellation changes nothing', async () => {
    await pay();
    await press(tab, 'Cancel');
    expect(await textOf(tab)).toContain('Cancel this order?');
    await press(tab, 'Yes, cancel and refund');
    expect(await textOf(tab)).toContain('Your order is canceled');
    // The browser may show the question from its cache, with the button.
    await tab.goBack({ waitUntil: 'load' });
    if ((await buttonIn(tab, 'Yes, cancel and refund')) !== undefined) await press(tab, 'Yes, cancel and refund');
    expect(await textOf(tab)).toContain('canceled');
    expect((await service.job(job.job_id)).refund).toBe('issued');
    expect(await faultsOf(tab)).toEqual([]);
  });
});

test('a payer without scripts asks for emails, pays on another origin, and stops the emails', async () => {
  const job = await service.order();
  const tab = await browsing.tab({ script: false });
  await emulateLook(tab, { ...phone, scheme: 'light' });
  // The payment page has another origin, like a real provider's, so the page's policy must allow it.
  await tab.goto(job.pay_url.replace('127.0.0.1', 'localhost'), { waitUntil: 'load' });
  expect(await faultsOf(tab)).toEqual([]);
  await tab.click('[name=emails]');
  await press(tab, 'Pay');
  expect(tab.url()).toBe(job.checkout_url);
  await press(tab, 'Back to the order');
  expect(await tab.$eval('[name=emails]', (box) => (box as { readonly checked?: boolean }).checked)).toBe(true);
  await press(tab, 'Pay');
  await press(tab, 'Pay');
  expect(await textOf(tab)).toContain('We email updates on this order to p…');
  expect(await faultsOf(tab)).toEqual([]);
  await press(tab, 'Stop these emails');
  expect(await textOf(tab)).toContain('We won’t send any more emails about this order.');
  expect(await textOf(tab)).not.toContain('We email updates on this order');
});

test('the mailbox shows a new order and runs an action on it without leaving the page', async () => {
  await service.order();
  const tab = await browsing.tab();
  await tab.goto(`${service.origin}/_mailbox`, { waitUntil: 'load' });
  // A reload would reset the title.
  await tab.evaluate("document.title = 'never left'");
  const card = `#${(await service.order()).job_id}`;
  await tab.waitForSelector(card);
  await tab.$eval(`${card} details:has(form) summary`, (fold) => (fold as { click?(): void }).click?.());
  await tab.click(`${card} button[value=hold_event]`);
  await tab.waitForSelector('#status-message:not([hidden])');
  await tab.waitForSelector(`${card} .notes`);
  expect([await tab.title(), await faultsOf(tab)]).toEqual(['never left', []]);
});

test('a payer without scripts accepts the corrected address and pays, a later choice changes nothing, and no address is logged', async () => {
  const to = { addressLine1: '1 TEST CORRECTED ST', addressLine2: '7 Undisclosed Ln', name: 'Zenobia Quiet' };
  const job = await service.order({ to });
  const tab = await browsing.tab({ script: false });
  await emulateLook(tab, { ...phone, scheme: 'light' });
  await tab.goto(job.pay_url, { waitUntil: 'load' });
  const token = await tab.$eval('[name=token]', (field) => field.getAttribute('value') ?? '');
  await press(tab, 'Use the corrected address');
  expect(tab.url()).toBe(job.pay_url);
  expect(await textOf(tab)).toContain('to the corrected address below.');
  expect(await textOf(tab)).not.toContain(to.addressLine1);
  expect(await faultsOf(tab)).toEqual([]);
  await press(tab, 'Pay');
  await press(tab, 'Pay');
  const before = await service.jobUntil(job.job_id, { status: 'fulfilled' });
  const body = new URLSearchParams({ token, choice: 'suggested' });
  const late = await fetch(`${job.pay_url}/address`, { method: 'POST', redirect: 'manual', body });
  expect(late.status).toBe(303);
  expect((await service.job(job.job_id)).address_check).toEqual(before.address_check);
  expect((await service.get(`/jobs/${job.job_id}/receipt`)).body.to.addressLine1).toBe('1 TEST VERIFIED ST');
  for (const action of ['mail', 'return']) await pressInMailbox(job, action);
  expect(await service.job(job.job_id)).toHaveProperty('returned_at');
  expect(service.log()).toContain('question answered');
  for (const text of [...Object.values(to), '1 TEST VERIFIED ST']) expect(service.log()).not.toContain(text);
});
