/** The pages for people over HTTP: the pay page and the test checkout. */
import { type Answer, type Json, until } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
const formed = { 'content-type': 'application/x-www-form-urlencoded' };

/** Presses a button of the form that stands on the page. */
async function press(page: Answer, name: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const action = /<form[^>]*method="post" action="([^"]+)"/.exec(page.text)?.[1];
  const value = new RegExp(`<button[^>]*name="action" value="(\\w+)"[^>]*>${name}`).exec(page.text)?.[1];
  if (action === undefined || value === undefined) throw new Error(`no button ${name} on the page`);
  const form = new URLSearchParams({ action: value, ...fields }).toString();
  return service.post(service.origin + action, form, { ...formed, accept: 'text/html' });
}
const link = (page: Answer, name: string) =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${name}`).exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** The address that the button to pay leads to: where e-mails are written it is a form's, elsewhere a link. */
async function paymentFrom(page: Answer, emails?: 'yes', headers: Readonly<Record<string, string>> = {}) {
  const [, path = '', token = ''] =
    /<form id="pay"[^>]*action="([^"]+)"><input[^>]*value="(\w+)"/.exec(page.text) ?? [];
  if (path === '') return link(page, 'Pay');
  const body = new URLSearchParams({ token, step: 'pay', ...(emails && { emails }) });
  const answer = await fetch(service.origin + path, { method: 'POST', redirect: 'manual', body, headers });
  return answer.status === 303 ? answer.headers.get('location') : answer.status;
}

function expectSafe({ headers }: Answer): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src (?!'sha256-[^ ;]+';)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-request-id')).toBeTruthy();
}

const hostileOrder = () =>
  service.order({ to: { name: undefined, companyName: hostile, addressLine2: hostile, city: hostile } });

function expectEscaped({ text }: Answer): void {
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toMatch(/<script>alert|<img src=x/);
}

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
    expect(
      Buffer.from(await proof.bytes())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
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

  test('escapes whatever a caller wrote', async () => {
    expectEscaped(await service.get((await hostileOrder()).pay_url));
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
});

describe('e-mails about an order', () => {
  const writtenTo = async ({ job_id }: Json): Promise<string[]> => {
    const { body } = await service.get(`${service.origin}/_mailbox/${job_id}`, { accept: 'application/json' });
    return body.emails.map(({ to }: Json) => to);
  };

  test.each([
    ['with the tick', 'yes', ['payer@example.com']],
    ['without it', undefined, []],
  ] as const)('a payer who presses Pay %s', async (_, emails, expected) => {
    const job = await service.order();
    expect(await paymentFrom(await service.get(job.pay_url), emails)).toBe(job.checkout_url);
    await service.pay(job.checkout_url);
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(
      await until(
        () => writtenTo(job),
        (to) => to.length === expected.length,
      ),
    ).toEqual(expected);
    const after = await service.get(job.pay_url);
    expectSafe(after);
    expect(after.text.includes('p…\u2060@example.com')).toBe(expected.length > 0);
    expect(await paymentFrom(after)).toBe('');
  });

  test('the address that is typed on the test checkout is written to, and one that is none is asked for again', async () => {
    const job = await service.order();
    await paymentFrom(await service.get(job.pay_url), 'yes');
    const asked = await press(await service.get(job.checkout_url), 'Pay', { email: 'grace at example' });
    expect(asked.text).toContain('This is no e-mail address.');
    expect(await service.job(job.job_id)).toMatchObject({ payment_status: 'pending' });
    await press(asked, 'Pay', { email: ' grace@example.com ' });
    expect(
      await until(
        () => writtenTo(job),
        (to) => to.length > 0,
      ),
    ).toEqual(['grace@example.com']);
  });

  test('a form of another site is refused', async () => {
    const page = await service.get((await service.order()).pay_url);
    expect(await paymentFrom(page, 'yes', { 'sec-fetch-site': 'cross-site' })).toBe(400);
    expect(await paymentFrom(page, 'yes', { origin: 'https://evil.example' })).toBe(400);
  });
});

describe('the page for a payer who comes back', () => {
  test('offers the button again if nothing was paid, and does not load itself', async () => {
    const job = await service.order();
    const page = await service.get(`${job.pay_url}/paid?n=0`);
    expectSafe(page);
    expect(page.text).toContain('has received no payment for this order yet');
    expect(await paymentFrom(page)).toBe(job.checkout_url);
    expect(page.headers.get('refresh')).toBeNull();
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});

describe('cancelling on the page', () => {
  const paidOrder = async () => {
    const job = await service.order();
    await service.pay(job.checkout_url);
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    return { ...job, cancelUrl: `${job.pay_url}/cancel` };
  };
  const tokenOf = ({ text }: Answer) => /name="token" value="(\w+)"/.exec(text)?.[1] ?? '';

  test('asks, stops the order, refunds it, and says so again when it is pressed again', async () => {
    const job = await paidOrder();
    expect((await service.get(job.pay_url)).text).toContain(`href="${new URL(job.cancelUrl).pathname}"`);
    const question = await service.get(job.cancelUrl);
    expectSafe(question);
    expect(question.text).not.toContain(job.job_id);
    const form = `token=${tokenOf(question)}`;
    const headers = { ...formed, 'sec-fetch-site': 'same-origin', origin: 'null' };
    for (const _ of ['once', 'twice']) {
      const answer = await service.post(job.cancelUrl, form, headers);
      expectSafe(answer);
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('The order is cancelled') });
    }
    expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  });

  test('a form of another site, of another order or of nobody cancels nothing', async () => {
    const [job, other] = [await paidOrder(), await paidOrder()];
    const token = tokenOf(await service.get(job.cancelUrl));
    const foreign = tokenOf(await service.get(other.cancelUrl));
    for (const [form, headers] of [
      [`token=${token}`, { 'sec-fetch-site': 'cross-site' }],
      [`token=${token}`, { origin: 'https://evil.example' }],
      [`token=${foreign}`, {}],
      ['', {}],
    ] as const) {
      const answer = await service.post(job.cancelUrl, form, { ...formed, ...headers });
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Nothing was cancelled') });
      expect(answer.text).not.toMatch(/job_|order_|Ada/);
    }
    expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  });
});

describe('the test checkout', () => {
  test('escapes whatever a caller wrote', async () => {
    expectEscaped(await service.get((await hostileOrder()).checkout_url));
  });

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
      expect((await service.post(job.checkout_url, `action=${action}`, formed)).text).toContain(
        'The test payment went through',
      );
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(await service.mailed(job.job_id)).toHaveLength(1);
  });

  test.each(['', 'action=steal', 'action', '{"action":"pay"}'])('a form of %j is 400, told as a page', async (form) => {
    const job = await service.order();
    const page = await service.post(job.checkout_url, form, formed);
    expect(page.status).toBe(400);
    expectSafe(page);
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});
