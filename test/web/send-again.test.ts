/** "Send it again" leads from the page of a failed or returned order to a form with its document and addresses. */
import { uploadKey } from '../../shared/domain/input/upload.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { showPayPage } from '../../shared/pages/views/show-pay-page.ts';
import type { LetterOrder } from '../../shared/products/letter/letter.ts';
import type { PageRequest, ServedPage } from '../../shared/web/http/page.ts';
import { serveOrderForm } from '../../shared/web/order-form/serve.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, orderedAs, paid, placedAs, quotedAs, submitted } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
import { typedForm } from '../support/pages/typed.ts';
import { letterPrice } from '../support/prices.ts';

const english = readerFor({ operator: {}, isTest: false });

type Fields = Record<string, string>;

/** Requests the order form: with a GET, or with a POST of these fields. */
async function request(deps: MemoryDeps, path: string, fields?: Fields, reader = english) {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const event = {
    rawPath: pathname,
    headers: {},
    queryStringParameters: Object.fromEntries(searchParams),
    requestContext: { http: { method: fields === undefined ? 'GET' : 'POST' } },
    body: fields && new URLSearchParams(fields).toString(),
  };
  return serveOrderForm({ deps, caller, reader, event } as unknown as PageRequest);
}

async function requestPage(...args: Parameters<typeof request>): Promise<ServedPage> {
  const page = await request(...args);
  if ('seeOther' in page) throw new Error(`redirected to ${page.seeOther}`);
  return page;
}

const orderPage = async (deps: MemoryDeps, jobId: string, reader = english) =>
  payPage(await showPayPage(deps, (await jobOf(deps, jobId)).payCode), reader);

/** The link to send the document again. */
const linkOf = (page: ServedPage) =>
  elements(page)
    .map((tag) => attribute(tag, 'href'))
    .find((href) => href?.includes('from_job='));

/** The fields of a form as a browser sends them. */
const formFields = (page: ServedPage): Fields =>
  Object.fromEntries(
    elements(page)
      .filter((tag) => ['input', 'textarea'].includes(tag.tagName))
      .filter((tag) => !/^(?:checkbox|radio)$/.test(attribute(tag, 'type') ?? '') || attribute(tag, 'checked') === '')
      .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
  );

const failedLetter = async (deps: MemoryDeps, failureCause?: Job['failureCause']) => {
  const jobId = await placedAs(deps, 'letter', 'reject');
  await paid(deps, jobId);
  const job = await jobOf(deps, jobId);
  expect(job.state).toBe('failed');
  if (failureCause !== undefined) await deps.jobs.replace({ ...job, failureCause });
  return jobId;
};

const returnedLetter = async (deps: MemoryDeps) => {
  const jobId = await submitted(deps);
  const job = await jobOf(deps, jobId);
  const partner = job.partner && { ...job.partner, stage: 'completed' as const, returned: true };
  await deps.jobs.replace({ ...job, ...(partner && { partner }) });
  return jobId;
};

test('the form to send a returned letter again says why it came back, and takes another address but no other document', async () => {
  const deps = memoryDeps();
  const first = await returnedLetter(deps);
  const page = await orderPage(deps, first);
  expect(pageText(page)).toContain('Send it again');
  expect(pageText(page)).not.toContain('Order again');
  const path = linkOf(page) ?? '';
  const form = await requestPage(deps, path);
  expect(pageText(form)).toMatch(/^.*Send it again.*Order \w+: The carrier.*again, unchanged\./);
  // Each address is one field, and the fields that were read are folded below it.
  const groups = elements(form).filter(({ tagName }) => tagName === 'fieldset');
  expect(groups.map((group) => attribute(group, 'id'))).toEqual(expect.arrayContaining(['to', 'from']));
  expect(pageText(form)).toContain('Edit');
  const fields = formFields(form);
  expect(fields).toMatchObject({ 'to.name': 'Ada Lovelace', 'to.city': 'Springfield', 'from.name': 'Ada Lovelace' });
  expect(Object.keys(fields)).not.toContain('text');
  expect(Object.keys(fields)).not.toContain('address_page');
  const changed = { ...fields, 'to.addressLine1': '7 Other Road' };
  const preview = await requestPage(deps, '/v1/new/letter', { ...changed, step: 'preview' });
  expect(pageText(preview)).toContain('7 Other Road');
  const ordered = await request(deps, '/v1/new/letter', { ...formFields(preview), step: 'pay' });
  expect(ordered).toHaveProperty('seeOther');
  const [second] = deps.jobs.all().filter(({ id }) => id !== first);
  expect(second).toMatchObject({ order: { to: { addressLine1: '7 Other Road' } }, isByHand: true });
  expect(second?.document?.sha256).toBe((await jobOf(deps, first)).document?.sha256);
});

test('the form to send a document again shows its pages and their price, for Canada before tax', async () => {
  const deps = memoryDeps();
  const jobId = await returnedLetter(deps);
  const job = await jobOf(deps, jobId);
  const priceFor = async (to: object) => {
    const content = job.content && { ...job.content, pages: 3 };
    const letter = job.order as LetterOrder;
    const order = { ...letter, color: true, to: { ...letter.to, ...to } };
    await deps.jobs.replace({ ...(await jobOf(deps, jobId)), content, order });
    const form = await requestPage(deps, linkOf(await orderPage(deps, jobId)) ?? '');
    expect(formFields(form).color).toBe('yes');
    return /<div class="bar"><p role="status">([^<]*)/.exec(form.body)?.[1];
  };
  expect(await priceFor({})).toBe(`3 pages · ${letterPrice({ pages: 3, color: true }).amount}`);
  const inCanada = { provinceOrState: 'ON', postalOrZip: 'K1A 0A6', countryCode: 'CA' };
  const { amount } = letterPrice({ pages: 3, color: true, country: 'CA' });
  expect(await priceFor(inCanada)).toBe(`3 pages · ${amount} before tax`);
});

test('a fax is sent again to its number, with the cover sheet that is in its document', async () => {
  const deps = memoryDeps();
  const { quote_id, content_hash } = await quotedAs(deps, 'fax', { cover: { to: 'Ada' } });
  const fax = { to_number: '+12125550100', content_hash };
  const { body } = await orderedAs(deps, 'fax', { quote_id, fax });
  const first = await jobOf(deps, `${body.job_id}`);
  await paid(deps, first.id);
  await deps.jobs.replace({ ...(await jobOf(deps, first.id)), state: 'failed' });
  const form = await requestPage(deps, linkOf(await orderPage(deps, first.id)) ?? '');
  const fields = formFields(form);
  expect(fields.to_number).toBe('+12125550100');
  expect(Object.keys(fields).filter((name) => name.startsWith('cover'))).toEqual([]);
  const preview = await requestPage(deps, '/v1/new/fax', { ...fields, step: 'preview' });
  expect(pageText(preview)).toMatch(/Pages ?2, black and white/);
});

test('the page has no link to send an unpaid order, a refused document, an order in the mail or a check again', async () => {
  const deps = memoryDeps();
  const unpaid = await failedLetter(deps);
  const job = await jobOf(deps, unpaid);
  await deps.jobs.replace({ ...job, firstSeenAt: { ...job.firstSeenAt, payment_failed: job.createdAt } });
  expect(pageText(await orderPage(deps, unpaid))).not.toContain('We keep the document');
  const withRefusedDocument = await failedLetter(deps, 'document');
  const check = await placedAs(deps, 'check', 'reject');
  await paid(deps, check);
  for (const jobId of [unpaid, withRefusedDocument, await submitted(deps), check])
    expect(linkOf(await orderPage(deps, jobId))).toBeUndefined();
});

test('the page says until when we keep the document, and then the link stops working', async () => {
  const deps = memoryDeps();
  const jobId = await returnedLetter(deps);
  expect(pageText(await orderPage(deps, jobId))).toMatch(/We keep the document until \w+ \d+, \d{4}\./);
  const path = linkOf(await orderPage(deps, jobId)) ?? '';
  await deps.clock.advance(60 * 86_400_000);
  expect(linkOf(await orderPage(deps, jobId))).toBeUndefined();
  const form = await requestPage(deps, path);
  expect(pageText(form)).toContain('We no longer have the document of that order.');
  expect(formFields(form)).toMatchObject({ 'to.name': 'Ada Lovelace', text: '' });
});

test('if the document is deleted while its form is open, the form asks for other content and keeps the typed values', async () => {
  const deps = memoryDeps();
  const jobId = await returnedLetter(deps);
  const fields = formFields(await requestPage(deps, linkOf(await orderPage(deps, jobId)) ?? ''));
  deps.documents.files.clear();
  const form = await requestPage(deps, '/v1/new/letter', { ...fields, 'to.city': 'Chicago', step: 'preview' });
  expect(pageText(form)).toContain('We no longer have the document of that order.');
  expect(formFields(form)).toMatchObject({ 'to.city': 'Chicago' });
});

test('fitting a file to the page shows the form, and fitting attachments shows the preview of the order', async () => {
  const deps = memoryDeps();
  const { body } = await ask(requestUpload, deps, {}, caller);
  await deps.documents.put(uploadKey(body.upload_id), new TextEncoder().encode('%PDF-1.7'));
  const fitted = async (files: Fields) =>
    pageText(await requestPage(deps, '/v1/new/letter', { ...typedForm('letter'), ...files, step: 'fit' }));
  expect(await fitted({ upload: body.upload_id })).toContain('Replace file');
  expect(await fitted({ attachments: body.upload_id })).toContain('Preview: you haven’t ordered yet');
});

test('an unknown link and a link with another product are not found', async () => {
  const deps = memoryDeps();
  const { payCode } = await jobOf(deps, await returnedLetter(deps));
  for (const path of [`/v1/new/fax?from_job=${payCode}`, `/v1/new/letter?from_job=pay_${'0'.repeat(26)}`])
    await expect(requestPage(deps, path)).rejects.toMatchObject({ code: 'not_found' });
});
