/** E-mails on the pay page: the tick beside the button to pay, and who is written to. */
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { attribute, elements, words } from '../support/pages/reading.ts';
import { payView, plainReader, progressView } from '../support/pages/views.ts';

const nobody: NonNullable<PayView['emails']> = { token: 'abc', isTicked: false, to: [] };
const somebody: NonNullable<PayView['emails']> = { ...nobody, to: ['a…@example.com'] };

const pageOf = (emails: NonNullable<PayView['emails']> | undefined, change: Partial<PayView> = {}) =>
  payPage({ ...payView(), emails, ...change }, plainReader);
const named = (page: Page, tag: string) => elements(page).filter(({ tagName }) => tagName === tag);
const policyOf = (page: Page) => page.headers['content-security-policy'];
const paid = { status: 'paid', payUrl: undefined, progress: progressView('1', { stage: 'at_printer' }) } as const;

test('one click submits the checkbox and opens the payment page, to which there is also a plain link', () => {
  const page = pageOf(nobody);
  const [form, other] = named(page, 'form');
  expect(other).toBeUndefined();
  expect(['id', 'method', 'action'].map((name) => attribute(form, name))).toEqual([
    'pay',
    'post',
    '/v1/pay/code/emails',
  ]);
  const [token, tick] = named(page, 'input').map((field) =>
    ['type', 'name', 'value', 'checked'].map((name) => attribute(field, name)),
  );
  expect(token).toEqual(['hidden', 'token', 'abc', undefined]);
  expect(tick).toEqual(['checkbox', 'emails', 'yes', undefined]);
  const [button] = named(page, 'button');
  expect(['form', 'name', 'value'].map((name) => attribute(button, name))).toEqual(['pay', 'step', 'pay']);
  expect(words(page)).toMatch(/Email me about this order.+CA\$6\.95Pay/);
});

test('the browser may follow the form to the payment page, and nowhere else', () => {
  expect(policyOf(pageOf(nobody))).toContain("form-action 'self' https://pay.example;");
  expect(policyOf(pageOf(undefined))).toContain("form-action 'none'");
  expect(policyOf(pageOf(somebody, paid))).toContain("form-action 'self';");
});

test('a checkbox that was sent is still ticked', () => {
  const ticks = (emails: NonNullable<PayView['emails']>) =>
    named(pageOf(emails), 'input').map((field) => attribute(field, 'checked'));
  expect([ticks(nobody), ticks({ ...nobody, isTicked: true })]).toEqual([
    [undefined, undefined],
    [undefined, ''],
  ]);
});

test('without e-mails the button is a plain link, and nothing is said of them', () => {
  const page = pageOf(undefined);
  expect(named(page, 'form')).toEqual([]);
  expect(named(page, 'a').map((link) => attribute(link, 'href'))).toContain('https://pay.example/session');
  expect(words(page)).not.toMatch(/e-?mail/i);
});

test('while an address is to be confirmed there is nothing to tick', () => {
  const doubtful = { token: 'abc', ordered: ['Ada'], country: 'US', kind: 'doubtful', what: ['unit_missing'] } as const;
  expect(words(pageOf(nobody, { addressChoice: doubtful }))).not.toContain('Email me');
});

test('masked addresses that get emails are named with a button to stop; before paying, another can be added', () => {
  for (const page of [pageOf(somebody), pageOf(somebody, paid)]) {
    expect(words(page).replaceAll('\u2060', '')).toContain('We email updates on this order to a…@example.com.');
    const [stop] = named(page, 'button');
    expect(['form', 'name', 'value'].map((name) => attribute(stop, name))).toEqual([undefined, 'step', 'stop']);
  }
  expect(words(pageOf(somebody))).toContain('Email me, too');
  expect(words(pageOf(somebody, paid))).not.toContain('Email me');
});

test('after the button that ends them the page says so, and only then', () => {
  const said = (emails: NonNullable<PayView['emails']>, haveEmailsEnded: boolean) =>
    words(payPage({ ...payView(), ...paid, emails }, plainReader, haveEmailsEnded));
  expect(said(nobody, true)).toContain('We won’t send any more emails about this order.');
  expect(said(nobody, false)).not.toContain('any more emails');
  expect(said(somebody, true)).not.toContain('any more emails');
});
