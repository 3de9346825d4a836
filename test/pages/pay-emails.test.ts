/** Emails on the pay page: the checkbox beside the button to pay, and who gets them. */
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
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
  expect(pageText(page)).toMatch(/Email me about this order.+CA\$6\.95Pay/);
  expect(pageOf({ ...nobody, isTicked: true }).body).toContain('aria-describedby="emails" checked');
});

test('the browser may follow the form to the payment page, and nowhere else', () => {
  expect(policyOf(pageOf(nobody))).toContain("form-action 'self' https://pay.example;");
  expect(policyOf(pageOf(undefined))).toContain("form-action 'none'");
  expect(policyOf(pageOf(somebody, paid))).toContain("form-action 'self';");
});

test('without email the button is a plain link, and nothing is said of it; a doubtful address has neither', () => {
  const page = pageOf(undefined);
  expect(named(page, 'form')).toEqual([]);
  expect(named(page, 'a').map((link) => attribute(link, 'href'))).toContain('https://pay.example/session');
  expect(pageText(page)).not.toMatch(/e-?mail/i);
  const doubtful = { token: 'abc', ordered: ['Ada'], country: 'US', kind: 'doubtful', what: ['unit_missing'] } as const;
  expect(pageText(pageOf(nobody, { addressChoice: doubtful }))).not.toContain('Email me');
});

test('masked addresses that get emails are named with a button to stop; before paying, another can be added', () => {
  for (const page of [pageOf(somebody), pageOf(somebody, paid)]) {
    expect(pageText(page).replaceAll('\u2060', '')).toContain('We email updates on this order to a…@example.com.');
    const [stop] = named(page, 'button');
    expect(['form', 'name', 'value'].map((name) => attribute(stop, name))).toEqual([undefined, 'step', 'stop']);
  }
  expect(pageText(pageOf(somebody))).toContain('Email me, too');
  expect(pageText(pageOf(somebody, paid))).not.toContain('Email me');
});
