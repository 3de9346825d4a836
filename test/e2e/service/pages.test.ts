/** The pages over HTTP: what they escape, their headers, forms from other sites, and the test checkout. */
import type { Answer, Json } from '../../support/e2e/client.ts';
import { orderCheck, registerAccount, usBank } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { type Form, formIn, typedForm } from '../../support/pages/typed.ts';

const service = running(() => startService(textOnly));

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

const send = (path: string, form: Form, headers: object = {}): Promise<Answer> =>
  service.post(path, new URLSearchParams(form).toString(), { ...formHeaders, ...headers });

/** Presses a button in the page's form. */
async function press(page: Answer, name: string, fields: Form = {}): Promise<Answer> {
  const action = /<form[^>]*method="post" action="([^"]+)"/.exec(page.text)?.[1];
  const value = new RegExp(`<button[^>]*name="action" value="(\\w+)"[^>]*>${name}`).exec(page.text)?.[1];
  if (action === undefined || value === undefined) throw new Error(`no button ${name} on the page`);
  return send(service.origin + action, { action: value, ...fields }, { accept: 'text/html' });
}

function expectSafe({ headers }: Answer): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = headers.get('content-security-policy');
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
  expect(policy).not.toMatch(/unsafe|script-src (?!'sha256-[^ ;']+'(?: 'sha256-[^ ;']+')*;)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-request-id')).toBeTruthy();
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

test.each(['pay_url', 'checkout_url'])('the page at %s escapes the client’s text', async (field) => {
  const to = { name: undefined, companyName: hostile, addressLine2: hostile, city: hostile };
  const page = await service.get((await service.order({ to }))[field]);
  expectSafe(page);
  expect(page.text).toContain('&lt;script&gt;');
  expect(page.text).not.toMatch(/<script>alert|<img src=x/);
});

test.each(['/pay/none', '/pay/pay_00000000000000000000000000', '/checkout/cs_test_00000000000000000000000000'])(
  'the unknown link %s has a 404 page',
  async (path) => {
    const page = await service.get(path);
    expect(page.status).toBe(404);
    expectSafe(page);
    expect(page.text).toContain('This link is wrong or has expired.');
  },
);

/** Forms that would change something, by path. */
const forms: Readonly<Record<string, Form>> = {
  '/new/letter': { ...typedForm('letter'), step: 'pay' },
  '/bank-accounts/new': { ...usBank, authorized: 'yes' },
  '/bank-accounts/remove': { bank_account_id: '$account', confirmed: 'yes' },
  '/pay/$unpaid/address': { token: '$token', choice: 'suggested' },
  '/pay/$unpaid/emails': { token: '$token', step: 'pay', emails: 'yes' },
  '/pay/$paid/cancel': { token: '$token' },
  '/pay/$mailed/delete': { token: '$token' },
};

describe('a form from another site', () => {
  const ids: Record<string, string> = {};
  const filled = (text: string) => text.replace(/\$\w+/, (name) => ids[name] ?? name);
  const jobs: Json[] = [];
  beforeAll(async () => {
    const unpaid = await service.order({ to: { addressLine1: '1 TEST CORRECTED ST' } });
    const paid = await service.order();
    const mailed = await service.order({ to: { addressLine1: '1 TEST MAILED ST' } });
    for (const { checkout_url } of [paid, mailed]) await service.pay(checkout_url);
    jobs.push(await service.job(unpaid.job_id), await service.jobUntil(paid.job_id, { status: 'fulfilled' }));
    jobs.push(await service.jobUntil(mailed.job_id, { fulfillment_status: 'mailed' }));
    const code = ({ pay_url }: Json) => pay_url.split('/').at(-1);
    const codes = { $unpaid: code(unpaid), $paid: code(paid), $mailed: code(mailed) };
    Object.assign(ids, { $account: await registerAccount(service), ...codes });
  });

  test.each(Object.entries(forms))('to %s is refused, whichever header reveals its origin', async (template, form) => {
    const path = filled(template);
    // The forms of an order have a token, which is on the order's page, or on the page that asks about canceling.
    const pagePath = path.replace(/\/(address|emails|delete)$/, '');
    const page = path.startsWith('/pay') ? await service.get(pagePath) : undefined;
    const token = page && new RegExp(`action="[^"]*${path}">[^>]*name="token" value="(\\w+)"`).exec(page.text);
    ids.$token = token?.[1] ?? '';
    expect(ids.$token !== '').toBe('token' in form);
    const sent = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filled(value)]));
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const refused = await send(path, sent, headers);
      expect(refused).toMatchObject({ status: 400, text: expect.stringMatching(/another site|Nothing was/) });
      if (!path.includes('/new')) expectSafe(refused); // Browsers may keep the two forms under /new.
      expect(refused.text).not.toMatch(/name="authorized"[^>]* checked|job_|order_|bank_[0-9a-z]{26}|Ada Lovelace/);
    }
  });

  test('has changed no order, document or bank account', async () => {
    for (const job of jobs) expect(await service.job(job.job_id)).toEqual(job);
    expect((await service.get(`/pay/${ids.$mailed}/proof.pdf`)).status).toBe(200);
    expect(await orderCheck(service, ids.$account ?? '')).toMatchObject({ service: 'check' });
  });
});

test('in place of a missing picture of a page, a browser gets a picture that says so', async () => {
  const job = await service.order();
  const accept = 'image/avif,image/webp,*/*;q=0.8';
  const pictureIn = (language: string) =>
    fetch(`${job.pay_url}/pages/9`, { headers: { accept, 'accept-language': language } });
  const [english, french] = [await pictureIn('en'), await pictureIn('fr')];
  expect([english.status, english.headers.get('content-type')]).toEqual([404, 'image/svg+xml']);
  expect(english.headers.get('cache-control')).toBe('no-store');
  expect(await english.text()).toContain('We can’t show this page right now.');
  expect(await french.text()).toContain('Cette page ne peut pas être affichée');
  // Other clients get a page.
  expectSafe(await service.get(`${job.pay_url}/pages/9`));
});

test('a double click on Continue makes one order, and a changed recipient makes a new one', async () => {
  const submit = async (form: Form) => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${service.baseUrl}/new/letter`, { method: 'POST', body, redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  const form = formIn((await submit(typedForm('letter'))).text, 'pay');
  const [first, second] = await Promise.all([submit(form), submit(form)]);
  expect(first.location).toMatch(/^\/v1\/pay\/pay_/);
  expect([second.location, (await submit(form)).location]).toEqual([first.location, first.location]);
  // A different order needs a new quote, and the form offers it like one after an expired quote.
  const { status, text } = await submit({ ...form, 'to.name': 'Grace Hopper' });
  expect([status, text]).toEqual([200, expect.stringContaining('that hour is over')]);
  expect((await submit(formIn(text, 'pay'))).location).not.toBe(first.location);
});

describe('the test checkout', () => {
  test('Decline charges nothing, and the payer can try again', async () => {
    const job = await service.order();
    const declined = await press(await service.get(job.checkout_url), 'Decline');
    expect(declined.text).toContain('The test card was declined');
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
    expect((await press(declined, 'Pay')).text).toContain('Payment received');
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
  });

  test('a paid test checkout stays paid, whatever is pressed later, and its letter is mailed once', async () => {
    const job = await service.order();
    await Promise.all([service.pay(job.checkout_url), service.pay(job.checkout_url), service.pay(job.checkout_url)]);
    for (const action of ['pay', 'decline', 'expire'])
      expect((await send(job.checkout_url, { action })).text).toContain('The test payment went through');
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(await service.atPartner(job.job_id)).toHaveLength(1);
  });

  test.each(['', 'action=steal', 'action', '{"action":"pay"}'])('the form %j gets a 400 page', async (form) => {
    const job = await service.order();
    const page = await service.post(job.checkout_url, form, formHeaders);
    expect(page.status).toBe(400);
    expectSafe(page);
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});
