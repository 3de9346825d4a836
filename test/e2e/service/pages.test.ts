/** The pages for people over HTTP: what they send along, whose forms they take, and the test checkout. */
import { PDFDocument } from 'pdf-lib';
import { type Answer, type Json, until } from '../../support/e2e/client.ts';
import { orderCheck, registered, usBank } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { uploaded } from '../../support/e2e/uploads.ts';
import { type Form, formIn, typedForm } from '../../support/pages/typed.ts';
import { letterPrice } from '../../support/prices.ts';

const service = running(() => startService(textOnly));

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
const formed = { 'content-type': 'application/x-www-form-urlencoded' };

const send = (path: string, form: Form, headers: object = {}): Promise<Answer> =>
  service.post(path, new URLSearchParams(form).toString(), { ...formed, ...headers });

/** Presses a button of the form that stands on the page. */
async function press(page: Answer, name: string, fields: Form = {}): Promise<Answer> {
  const action = /<form[^>]*method="post" action="([^"]+)"/.exec(page.text)?.[1];
  const value = new RegExp(`<button[^>]*name="action" value="(\\w+)"[^>]*>${name}`).exec(page.text)?.[1];
  if (action === undefined || value === undefined) throw new Error(`no button ${name} on the page`);
  return send(service.origin + action, { action: value, ...fields }, { accept: 'text/html' });
}
const link = (page: Answer, name: string) =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${name}`).exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

function expectSafe({ headers }: Answer): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src (?!'sha256-[^ ;]+';)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-request-id')).toBeTruthy();
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

test.each(['pay_url', 'checkout_url'])('the page at %s escapes whatever a caller wrote', async (at) => {
  const to = { name: undefined, companyName: hostile, addressLine2: hostile, city: hostile };
  const page = await service.get((await service.order({ to }))[at]);
  expectSafe(page);
  expect(page.text).toContain('&lt;script&gt;');
  expect(page.text).not.toMatch(/<script>alert|<img src=x/);
});

test.each(['/pay/none', '/pay/pay_00000000000000000000000000', '/checkout/cs_test_00000000000000000000000000'])(
  '%s is 404, told as a page',
  async (path) => {
    const page = await service.get(path);
    expect(page.status).toBe(404);
    expectSafe(page);
    expect(page.text).toContain('This link is wrong or has expired.');
  },
);

/** Forms that would order, register, remove, decide or cancel something, by their places. */
const forms: Readonly<Record<string, Form>> = {
  '/new/letter': { ...typedForm('letter'), step: 'pay' },
  '/bank-accounts/new': { ...usBank, authorized: 'yes' },
  '/bank-accounts/remove': { bank_account_id: '$account', confirmed: 'yes' },
  '/pay/$unpaid/address': { token: '$token', choice: 'suggested' },
  '/pay/$unpaid/emails': { token: '$token', step: 'pay', emails: 'yes' },
  '/pay/$paid/cancel': { token: '$token' },
};

describe('a form of another site changes nothing, whichever header tells', () => {
  const ids: Record<string, string> = {};
  const filled = (text: string) => text.replace(/\$\w+/, (name) => ids[name] ?? name);
  const jobs: Json[] = [];
  beforeAll(async () => {
    const unpaid = await service.order({ to: { addressLine1: '1 TEST CORRECTED ST' } });
    const paid = await service.order();
    await service.pay(paid.checkout_url);
    jobs.push(await service.job(unpaid.job_id), await service.jobUntil(paid.job_id, { status: 'fulfilled' }));
    const code = ({ pay_url }: Json) => pay_url.split('/').at(-1);
    Object.assign(ids, { $account: await registered(service), $unpaid: code(unpaid), $paid: code(paid) });
  });

  test.each(Object.entries(forms))('%s', async (path, form) => {
    const place = filled(path);
    const page = place.startsWith('/pay') ? await service.get(place.replace(/\/(address|emails)$/, '')) : undefined;
    const of = page && new RegExp(`action="[^"]*${place}">[^>]*name="token" value="(\\w+)"`).exec(page.text);
    ids.$token = of?.[1] ?? '';
    expect(page === undefined).toBe(ids.$token === '');
    const sent = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filled(value)]));
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const refused = await send(place, sent, headers);
      expect(refused).toMatchObject({ status: 400, text: expect.stringMatching(/another site|Nothing was/) });
      if (!place.startsWith('/new')) expectSafe(refused);
      expect(refused.text).not.toMatch(/job_|order_|bank_[0-9a-z]{26}|Ada Lovelace/);
    }
  });

  test('and everything is as it was', async () => {
    for (const job of jobs) expect(await service.job(job.job_id)).toEqual(job);
    expect(await orderCheck(service, ids.$account ?? '')).toMatchObject({ service: 'check' });
  });
});

describe('the pay page', () => {
  test('the proof is the document itself, for the holder of the pay code alone, and can run nothing', async () => {
    const job = await service.order();
    const proof = await fetch(`${job.pay_url}/proof.pdf`);
    expect(Object.fromEntries(proof.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="proof.pdf"',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(Buffer.from(await proof.bytes()).toString('latin1', 0, 5)).toBe('%PDF-');
    expect((await service.get(`${job.pay_url.replace(/.{26}$/, '0'.repeat(26))}/proof.pdf`)).status).toBe(404);
  });

  test('a picture that cannot be had is a picture that says so, to a browser that asks for one', async () => {
    const job = await service.order();
    const accept = 'image/avif,image/webp,*/*;q=0.8';
    const asked = (language: string) =>
      fetch(`${job.pay_url}/pages/9`, { headers: { accept, 'accept-language': language } });
    const [english, french] = [await asked('en'), await asked('fr')];
    expect([english.status, english.headers.get('content-type')]).toEqual([404, 'image/svg+xml']);
    expect(english.headers.get('cache-control')).toBe('no-store');
    expect(await english.text()).toContain('This page cannot be shown at the moment.');
    expect(await french.text()).toContain('Cette page ne peut pas être affichée');
    expectSafe(await service.get(`${job.pay_url}/pages/9`));
  });

  test('for a payer who comes back without a payment it offers the button again, and does not load itself', async () => {
    const job = await service.order();
    const page = await service.get(`${job.pay_url}/paid?n=0`);
    expectSafe(page);
    expect(page.text).toContain('has received no payment for this order yet');
    expect(page.text).toContain('<form id="pay"');
    expect(page.headers.get('refresh')).toBeNull();
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});

describe('the order form', () => {
  const place = async (form: Form) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(`${service.baseUrl}/new/letter`, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };

  test('a preview shows the pages and the exact total, and orders nothing', async () => {
    const page = await send('/new/letter', typedForm('letter'));
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    expect(page.text).toContain(`Total <b>${letterPrice().total}</b>`);
    const path = /<img src="([^"]+)"/.exec(page.text)?.[1] ?? '';
    for (const [at, type] of [
      [path, 'image/png'],
      [path.replace('pages/1', 'proof.pdf'), 'application/pdf'],
    ] as const) {
      const { status, headers } = await service.get(service.origin + at);
      const sent = { 'content-type': type, 'cache-control': 'no-store' };
      expect([status, Object.fromEntries(headers)]).toEqual([200, expect.objectContaining(sent)]);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    }
    expect(await service.get(service.origin + path.replace(/1$/, '2'))).toMatchObject({ status: 404 });
    expect(await service.get(`/new/quote_${'0'.repeat(26)}/pages/1`)).toMatchObject({ status: 404 });
  });

  test('two presses of Continue at once are one order; a changed addressee is another one', async () => {
    const form = formIn((await place(typedForm('letter'))).text, 'pay');
    const [first, second] = await Promise.all([place(form), place(form)]);
    expect(first.location).toMatch(/^\/v1\/pay\/pay_/);
    expect([second.location, (await place(form)).location]).toEqual([first.location, first.location]);
    const { status, text } = await place({ ...form, 'to.name': 'Grace Hopper' });
    expect([status, text]).toEqual([200, expect.stringContaining('that hour was over')]);
    expect((await place(formIn(text, 'pay'))).location).not.toBe(first.location);
  });

  test('more than a form holds is refused, with a sentence', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 'x']));
    expect(await place(many)).toMatchObject({ status: 400, text: expect.stringContaining('than any form here') });
    expect(await place({ text: 'a'.repeat(1_000_001) })).toMatchObject({ status: 400 });
  });

  test('a file in another size is fitted to the sheet when its sender asks for it', async () => {
    const a4 = await PDFDocument.create();
    a4.addPage([595.28, 841.89]).drawText('Dear Ada', { x: 60, y: 300 });
    const { upload_id: upload = '' } = await uploaded(service, await a4.save());
    const refused = await service.get(`/new/letter?upload=${upload}`);
    expect(refused.text).toContain('Every page must be 8.5 x 11 inches');
    expect(refused.text).toContain('Fit it to US Letter (94 %)');
    expect(refused.text).not.toContain('fit_page true');
    const fitted = await place({ ...formIn(refused.text, 'fit'), 'to.name': 'Ada' });
    expect(fitted.text).toContain('It has 1 page.');
    expect(fitted.text).toContain('value="Ada"');
    const { text } = await place({ ...typedForm('letter'), ...formIn(fitted.text, 'preview') });
    expect(text).toContain('These pages were fitted to the sheet, and nothing is cut off: page 1.');
    expect(await place(formIn(text, 'pay'))).toMatchObject({ status: 303 });
  });
});

test('an account is removed on a page: the id, then a yes; after that no check is drawn on it', async () => {
  const remove = (fields: Form) => send('/bank-accounts/remove', fields);
  const id = await registered(service);
  const asked = await remove({ bank_account_id: ` ${id} ` });
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Household')]);
  expect(await orderCheck(service, id)).toMatchObject({ service: 'check' });
  const done = await remove({ bank_account_id: id, confirmed: 'yes' });
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('No check can be drawn on it any more')]);
  expect(done.text).not.toContain(id);
  expect((await remove({ bank_account_id: id })).text).toContain('No check can be drawn on it any more');
  const unknown = await remove({ bank_account_id: `bank_${'z'.repeat(26)}` });
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('There is no account of this id.')]);
  for (const page of [asked, done, unknown]) expectSafe(page);
});

describe('the test checkout', () => {
  test('Pay pays and leads back to the order, which says that the letter is with the partner', async () => {
    const job = await service.order();
    const open = await service.get(job.checkout_url);
    expectSafe(open);
    expect(open.headers.get('content-security-policy')).toContain("form-action 'self'");
    const paid = await press(open, 'Pay');
    expectSafe(paid);
    expect(paid.text).toContain('Payment received');
    expect(await service.jobUntil(job.job_id, { status: 'fulfilled' })).toMatchObject({ payment_status: 'paid' });
    const seen = await service.get(job.checkout_url);
    expect(seen.text).toContain('The test payment went through');
    expect(link(seen, 'Back to the order')).toBe(`${job.pay_url}/paid`);
    expect(link(open, 'Back to the order')).toBe(job.pay_url);
  });

  test('Decline charges nothing, and the payer may try again', async () => {
    const job = await service.order();
    const declined = await press(await service.get(job.checkout_url), 'Decline');
    expect(declined.text).toContain('The test card was declined');
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
    expect((await press(declined, 'Pay')).text).toContain('Payment received');
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
  });

  test('Expire cancels the order, and nothing can be paid any more', async () => {
    const job = await service.order();
    const expired = await press(await service.get(job.checkout_url), 'Expire');
    expect(expired.text).toContain('can no longer be paid');
    expect(await service.jobUntil(job.job_id, { status: 'cancelled' })).toMatchObject({ refund: 'not_applicable' });
    expect((await service.pay(job.checkout_url)).text).toContain('can no longer be paid');
    expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
  });

  test('a paid page stays paid, whatever is pressed afterwards, and mails once', async () => {
    const job = await service.order();
    await Promise.all([service.pay(job.checkout_url), service.pay(job.checkout_url), service.pay(job.checkout_url)]);
    for (const action of ['pay', 'decline', 'expire'])
      expect((await send(job.checkout_url, { action })).text).toContain('The test payment went through');
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(await service.mailed(job.job_id)).toHaveLength(1);
  });

  test('writes to the address that is typed on it, and asks again for one that is none', async () => {
    const job = await service.order();
    const { token = '' } = formIn((await service.get(job.pay_url)).text, 'pay');
    await send(`${job.pay_url}/emails`, { token, step: 'pay', emails: 'yes' });
    const asked = await press(await service.get(job.checkout_url), 'Pay', { email: 'grace at example' });
    expect(asked.text).toContain('This isn’t an email address.');
    expect(await service.job(job.job_id)).toMatchObject({ payment_status: 'pending' });
    await press(asked, 'Pay', { email: ' grace@example.com ' });
    const { emails } = await until(
      async () => (await service.get(`${service.origin}/_mailbox/${job.job_id}`, { accept: 'application/json' })).body,
      (kept) => kept.emails.length > 0,
    );
    expect(emails.map(({ to }: Json) => to)).toEqual(['grace@example.com']);
  });

  test.each(['', 'action=steal', 'action', '{"action":"pay"}'])('a form of %j is 400, told as a page', async (form) => {
    const job = await service.order();
    const page = await service.post(job.checkout_url, form, formed);
    expect(page.status).toBe(400);
    expectSafe(page);
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});
