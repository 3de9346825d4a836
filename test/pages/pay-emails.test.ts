/** Emails on the pay page: the checkbox next to the Pay button, and who gets them. */
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
import { payView, plainReader, progressView } from '../support/pages/views.ts';

const noRecipient: NonNullable<PayView['emails']> = { token: 'abc', isChecked: false, to: [] };
const oneRecipient: NonNullable<PayView['emails']> = { ...noRecipient, to: ['a…@example.com'] };

const pageOf = (emails: NonNullable<PayView['emails']> | undefined, change: Partial<PayView> = {}) =>
  payPage({ ...payView(), emails, ...change }, plainReader);
const policyOf = (page: Page) => page.headers['content-security-policy'];
const paid = { status: 'paid', payUrl: undefined, progress: progressView('1', { stage: 'at_printer' }) } as const;

test('the Pay button submits the checkbox, and the text about both comes after them', () => {
  const page = pageOf(noRecipient);
  expect(elements(page, 'form')).toHaveLength(1);
  const [form] = elements(page, 'form');
  const valuesIn = (element: typeof form, ...names: string[]) => names.map((name) => attribute(element, name));
  expect(valuesIn(form, 'id', 'method', 'action')).toEqual(['pay', 'post', '/v1/pay/code/emails']);
  const [token, box] = elements(page, 'input').map((field) => valuesIn(field, 'type', 'name', 'value', 'checked'));
  expect(token).toEqual(['hidden', 'token', 'abc', undefined]);
  expect(box).toEqual(['checkbox', 'emails', 'yes', undefined]);
  expect(valuesIn(elements(page, 'button')[0], 'form', 'name', 'value')).toEqual(['pay', 'step', 'pay']);
  expect(pageText(page)).toMatch(/Email me about this order.+CA\$6\.95Pay.+We’ll send it after you pay/);
  expect(pageOf({ ...noRecipient, isChecked: true }).body).toContain('aria-describedby="emails" checked');
});

test('the policy allows forms to redirect only to the payment page', () => {
  expect(policyOf(pageOf(noRecipient))).toContain("form-action 'self' https://pay.example;");
  expect(policyOf(pageOf(undefined))).toContain("form-action 'none'");
  expect(policyOf(pageOf(oneRecipient, paid))).toContain("form-action 'self';");
});

test('if the service sends no email, the Pay button is a link', () => {
  const page = pageOf(undefined);
  expect(elements(page, 'form')).toEqual([]);
  expect(elements(page, 'a').map((link) => attribute(link, 'href'))).toContain('https://pay.example/session');
  expect(pageText(page)).not.toMatch(/e-?mail/i);
});

test('while the address is doubtful, there is no checkbox for emails', () => {
  const doubtful = { token: 'abc', ordered: ['Ada'], country: 'US', kind: 'doubtful', what: ['unit_missing'] } as const;
  expect(pageText(pageOf(noRecipient, { addressChoice: doubtful }))).not.toContain('Email me');
});

test('the page names masked email recipients with a button to stop, and before payment the payer can join them', () => {
  for (const page of [pageOf(oneRecipient), pageOf(oneRecipient, paid)]) {
    expect(pageText(page).replaceAll('\u2060', '')).toContain('We email updates on this order to a…@example.com.');
    const [stop] = elements(page, 'button');
    expect(['form', 'name', 'value'].map((name) => attribute(stop, name))).toEqual([undefined, 'step', 'stop']);
  }
  expect(pageText(pageOf(oneRecipient))).toContain('Email me, too');
  expect(pageText(pageOf(oneRecipient, paid))).not.toContain('Email me');
});
