/** "Send it again" leads from the page of an order that failed or came back to a form with its document and addresses. */
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

async function served(deps: MemoryDeps, path: string, fields?: Fields, reader = english) {
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

async function shown(...request: Parameters<typeof served>): Promise<ServedPage> {
  const page = await served(...request);
  if ('seeOther' in page) throw new Error(`led to ${page.seeOther}`);
  return page;
}

const orderPage = async (deps: MemoryDeps, jobId: string, reader = english) =>
  payPage(await showPayPage(deps, (await jobOf(deps, jobId)).payCode), reader);

const linkOf = (page: Pick<ServedPage, 'body'>) =>
  elements(page as ServedPage)
    .map((tag) => attribute(tag, 'href'))
    .find((href) => href?.includes('from_job='));

/** The fields of a form as a browser sends them. */
const filled = (page: ServedPage): Fields =>
  Object.fromEntries(
    elements(page)
      .filter((tag) => ['input', 'textarea'].includes(tag.tagName))
      .filter((tag) => !/^(?:checkbox|radio)$/.test(attribute(tag, 'type') ?? '') || attribute(tag, 'checked') === '')
      .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
  );

const failed = async (deps: MemoryDeps, failureCause?: Job['failureCause']) => {
  const jobId = await placedAs(deps, 'letter', 'reject');
  await paid(deps, jobId);
  const job = await jobOf(deps, jobId);
  expect(job.state).toBe('failed');
  if (failureCause !== undefined) await deps.jobs.replace({ ...job, failureCause });
  return jobId;
};

const returned = async (deps: MemoryDeps) => {
  const jobId = await submitted(deps);
  const job = await jobOf(deps, jobId);
  const partner = job.partner && { ...job.partner, stage: 'completed' as const, returned: true };
  await deps.jobs.replace({ ...job, ...(partner && { partner }) });
  return jobId;
};

test('a returned letter is sent again: the form says why it came back, and the address can be changed but not the document', async () => {
  const deps = memoryDeps();
  const first = await returned(deps);
  const page = await orderPage(deps, first);
  expect(pageText(page)).toContain('Send it again');
  expect(pageText(page)).not.toContain('Order again');
  const path = linkOf(page) ?? '';
  const form = await shown(deps, path);
  expect(pageText(form)).toMatch(/^.*Send it again.*Order \w+: The carrier.*again, unchanged\./);
  // Each address is one field, and the fields that were read are folded below it.
  const groups = elements(form).filter(({ tagName }) => tagName === 'fieldset');
  expect(groups.map((group) => attribute(group, 'id'))).toEqual(expect.arrayContaining(['to', 'from']));
  expect(pageText(form)).toContain('Edit');
  const fields = filled(form);
  expect(fields).toMatchObject({ 'to.name': 'Ada Lovelace', 'to.city': 'Springfield', 'from.name': 'Ada Lovelace' });
  expect(Object.keys(fields)).not.toContain('text');
  expect(Object.keys(fields)).not.toContain('address_page');
  const changed = { ...fields, 'to.addressLine1': '7 Other Road' };
  const preview = await shown(deps, '/v1/new/letter', { ...changed, step: 'preview' });
  expect(pageText(preview)).toContain('7 Other Road');
  const ordered = await served(deps, '/v1/new/letter', { ...filled(preview), step: 'pay' });
  expect(ordered).toHaveProperty('seeOther');
  const [second] = deps.jobs.all().filter(({ id }) => id !== first);
  expect(second).toMatchObject({ order: { to: { addressLine1: '7 Other Road' } }, isByHand: true });
  expect(second?.document?.sha256).toBe((await jobOf(deps, first)).document?.sha256);
});

test('the form to send a document again shows its pages and their price, for Canada before tax', async () => {
  const deps = memoryDeps();
  const jobId = await returned(deps);
  const job = await jobOf(deps, jobId);
  const shownPrice = async (to: object) => {
    const content = job.content && { ...job.content, pages: 3 };
    const sent = job.order as LetterOrder;
    const order = { ...sent, color: true, to: { ...sent.to, ...to } };
    await deps.jobs.replace({ ...(await jobOf(deps, jobId)), content, order });
    const form = await shown(deps, linkOf(await orderPage(deps, jobId)) ?? '');
    expect(filled(form).color).toBe('yes');
    return /<div class="bar"><p role="status">([^<]*)/.exec(form.body)?.[1];
  };
  expect(await shownPrice({})).toBe(`3 pages · ${letterPrice({ pages: 3, color: true }).amount}`);
  const inCanada = { provinceOrState: 'ON', postalOrZip: 'K1A 0A6', countryCode: 'CA' };
  const { amount } = letterPrice({ pages: 3, color: true, country: 'CA' });
  expect(await shownPrice(inCanada)).toBe(`3 pages · ${amount} before tax`);
});

test('a fax with a cover sheet is sent again with its number; the cover is in its document', async () => {
  const deps = memoryDeps();
  const { quote_id, content_hash } = await quotedAs(deps, 'fax', { cover: { to: 'Ada' } });
  const fax = { to_number: '+12125550100', content_hash };
  const { body } = await orderedAs(deps, 'fax', { quote_id, fax });
  const first = await jobOf(deps, `${body.job_id}`);
  await paid(deps, first.id);
  await deps.jobs.replace({ ...(await jobOf(deps, first.id)), state: 'failed' });
  const form = await shown(deps, linkOf(await orderPage(deps, first.id)) ?? '');
  const fields = filled(form);
  expect(fields.to_number).toBe('+12125550100');
  expect(Object.keys(fields).filter((name) => name.startsWith('cover'))).toEqual([]);
  const preview = await shown(deps, '/v1/new/fax', { ...fields, step: 'preview' });
  expect(pageText(preview)).toMatch(/Pages ?2, black and white/);
});

test('an unpaid order, a document that the partner refused, an order in the mail and a check cannot be sent again', async () => {
  const deps = memoryDeps();
  const unpaid = await failed(deps);
  const job = await jobOf(deps, unpaid);
  await deps.jobs.replace({ ...job, firstSeenAt: { ...job.firstSeenAt, payment_failed: job.createdAt } });
  expect(pageText(await orderPage(deps, unpaid))).not.toContain('We keep the document');
  const unreadable = await failed(deps, 'document');
  const check = await placedAs(deps, 'check', 'reject');
  await paid(deps, check);
  for (const jobId of [unpaid, unreadable, await submitted(deps), check])
    expect(linkOf(await orderPage(deps, jobId))).toBeUndefined();
});

test('the page says until when the document is stored, and the link stops working then', async () => {
  const deps = memoryDeps();
  const jobId = await returned(deps);
  expect(pageText(await orderPage(deps, jobId))).toMatch(/We keep the document until \w+ \d+, \d{4}\./);
  const path = linkOf(await orderPage(deps, jobId)) ?? '';
  await deps.clock.advance(60 * 86_400_000);
  expect(linkOf(await orderPage(deps, jobId))).toBeUndefined();
  const form = await shown(deps, path);
  expect(pageText(form)).toContain('We no longer have the document of that order.');
  expect(filled(form)).toMatchObject({ 'to.name': 'Ada Lovelace', text: '' });
});

test('if the document is deleted while its form is open, the form asks for other content and keeps what was typed', async () => {
  const deps = memoryDeps();
  const jobId = await returned(deps);
  const fields = filled(await shown(deps, linkOf(await orderPage(deps, jobId)) ?? ''));
  deps.documents.files.clear();
  const form = await shown(deps, '/v1/new/letter', { ...fields, 'to.city': 'Chicago', step: 'preview' });
  expect(pageText(form)).toContain('We no longer have the document of that order.');
  expect(filled(form)).toMatchObject({ 'to.city': 'Chicago' });
});

test('shrinking a file to the sheet shows the form with its pages, and shrinking attachments shows the preview', async () => {
  const deps = memoryDeps();
  const { body } = await ask(requestUpload, deps, {}, caller);
  await deps.documents.put(uploadKey(body.upload_id), new TextEncoder().encode('%PDF-1.7'));
  const fitted = async (files: Fields) =>
    pageText(await shown(deps, '/v1/new/letter', { ...typedForm('letter'), ...files, step: 'fit' }));
  expect(await fitted({ upload: body.upload_id })).toContain('Preview');
  expect(await fitted({ attachments: body.upload_id })).toContain('Preview: you haven’t ordered yet');
});

test('an unknown link and one of another product are not found', async () => {
  const deps = memoryDeps();
  const { payCode } = await jobOf(deps, await returned(deps));
  for (const path of [`/v1/new/fax?from_job=${payCode}`, `/v1/new/letter?from_job=pay_${'0'.repeat(26)}`])
    await expect(shown(deps, path)).rejects.toMatchObject({ code: 'not_found' });
});
