/** The page on which people register a bank account, so that numbers stay out of chats: docs/contract.md, "Bank accounts". */
import { type Answer, ada, grace } from '../../support/e2e/client.ts';
import { caBank, orderCheck, registered, usBank } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));
const path = '/bank-accounts/new';
const formed = { 'content-type': 'application/x-www-form-urlencoded' };
/** As a browser sends it: every field of the form, empty where nothing was typed. */
const blank = { routing_number: '', transit_number: '', institution_number: '', account_type: '', authorized: 'yes' };
const send = (fields: object) =>
  service.post(path, new URLSearchParams({ ...blank, ...fields } as Record<string, string>).toString(), formed);

/** `scripts`: how many the page may have, by the hash of their text alone. */
function expectPage({ headers, text }: Answer, scripts = 0): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe/);
  expect(policy.match(/script-src [^;]*/g) ?? []).toEqual(
    scripts === 0 ? [] : [expect.stringMatching(/^script-src 'sha256-[^' ]+'$/)],
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-request-id')).toBeTruthy();
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(text.match(/<script/gi) ?? []).toHaveLength(scripts);
  expect(text).not.toMatch(/javascript:| on\w+=/i);
}

function expectNoNumbers(text: string): void {
  for (const { account_number } of [usBank, caBank]) expect(text).not.toContain(account_number);
  expect(text).not.toMatch(/021000021|021000022|60719|value="847"/);
}

test('GET shows the form, which needs no script and may be sent to this service only', async () => {
  const page = await service.get(path);
  expect(page.status).toBe(200);
  expectPage(page);
  expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'/);
  expect(page.text).toMatch(/<form[^>]* method="post" action="\/v1\/bank-accounts\/new"/);
  for (const name of Object.keys({ ...usBank, ...caBank, ...blank })) expect(page.text).toContain(`name="${name}"`);
  expect(page.text).toContain('autocomplete="off"');
  expect(page.text).not.toContain('password');
});

test.each([
  ['US', usBank],
  ['Canadian', caBank],
])('POST registers a %s account and shows its id, and no number', async (_, account) => {
  const page = await send(account);
  expect(page.status).toBe(200);
  // It copies the account's id where scripts run.
  expectPage(page, 1);
  expectNoNumbers(page.text);
  expect(page.text).toContain(account.nickname);
  const id = /bank_[0-9a-z]{26}/.exec(page.text)?.[0] ?? '';
  expect(await orderCheck(service, id, { to: ada, from: grace })).toMatchObject({ service: 'check' });
});

test('a mistake is told beside its field; the names stay, the numbers do not', async () => {
  const page = await send({ ...usBank, routing_number: '021000022', account_type: 'savings' });
  expect(page.status).toBe(400);
  expectPage(page);
  expectNoNumbers(page.text);
  expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'/);
  expect(page.text).toMatch(/Routing number<\/a> is not the number of any US bank/);
  for (const kept of ['Household', 'Grace Hopper', 'First Example Bank'])
    expect(page.text).toContain(`value="${kept}"`);
  expect(page.text).toMatch(/value="US" checked/);
  expect(page.text).toMatch(/value="savings" checked/);
  expect(page.text).not.toMatch(/bank_[0-9a-z]{26}/);
});

test('without the owner’s word nothing is registered', async () => {
  const page = await send({ ...usBank, authorized: '' });
  expect(page.status).toBe(400);
  expectNoNumbers(page.text);
  expect(page.text).toContain('tick the box if you may sign for the account');
  expect(page.text).not.toMatch(/bank_[0-9a-z]{26}/);
});

test.each([
  ['/bank-accounts/new', usBank],
  ['/bank-accounts/remove', { bank_account_id: `bank_${'0'.repeat(26)}`, confirmed: 'yes' }],
])('a form of another site is refused at %s, whichever header tells', async (at, fields) => {
  const body = new URLSearchParams({ ...fields, authorized: 'yes' }).toString();
  for (const [header, told] of [
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://shop.example'],
  ] as const) {
    const page = await service.post(at, body, { ...formed, [header]: told });
    expect(page.status).toBe(400);
    expectPage(page);
    expect(page.text).toContain('was sent by another site');
    expect(page.text).not.toMatch(/bank_[0-9a-z]{26}/);
  }
});

test('an account is removed on a page: the id, then a yes; after that no check is drawn on it', async () => {
  const remove = (fields: object) =>
    service.post('/bank-accounts/remove', new URLSearchParams(fields as Record<string, string>).toString(), formed);
  const first = await service.get('/bank-accounts/remove');
  expect(first.status).toBe(200);
  expectPage(first);
  const id = await registered(service);
  const asked = await remove({ bank_account_id: ` ${id} ` });
  expect(asked.status).toBe(200);
  expectPage(asked);
  expect(asked.text).toContain('Household');
  expect(await orderCheck(service, id)).toMatchObject({ service: 'check' });
  const done = await remove({ bank_account_id: id, confirmed: 'yes' });
  expect(done.status).toBe(200);
  expectPage(done);
  expect(done.text).toContain('No check can be drawn on it any more');
  expect(done.text).not.toContain(id);
  expect((await remove({ bank_account_id: id })).text).toContain('No check can be drawn on it any more');
  const unknown = await remove({ bank_account_id: `bank_${'z'.repeat(26)}` });
  expect(unknown.status).toBe(404);
  expectPage(unknown);
  expect(unknown.text).toContain('There is no account of this id.');
});
