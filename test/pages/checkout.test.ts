/** The test checkout page: three endings while it is open, a way back always. */
import { checkoutPage } from '../../shared/pages/checkout.ts';
import { attribute, elements, words } from '../support/pages/reading.ts';
import { checkoutView, plainReader } from '../support/pages/views.ts';

const statuses = ['open', 'paid', 'declined', 'expired'] as const;

const tags = (status: (typeof statuses)[number], tag: string) =>
  elements(checkoutPage({ ...checkoutView(), status }, plainReader)).filter(({ tagName }) => tagName === tag);

test.each(['open', 'declined'] as const)('%s: one form offers pay, decline and expire', (status) => {
  const [form, ...others] = tags(status, 'form');
  expect(others).toEqual([]);
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/checkout/session']);
  const buttons = tags(status, 'button').map((button) => [attribute(button, 'name'), attribute(button, 'value')]);
  expect(buttons).toEqual([
    ['action', 'pay'],
    ['action', 'decline'],
    ['action', 'expire'],
  ]);
});

test.each(['paid', 'expired'] as const)('%s: there is nothing left to press', (status) => {
  expect([...tags(status, 'form'), ...tags(status, 'button')]).toEqual([]);
  const policy = checkoutPage({ ...checkoutView(), status }, plainReader).headers['content-security-policy'];
  expect(policy).toContain("form-action 'none'");
});

test.each(statuses)('%s: it says that it is a test, and leads back', (status) => {
  expect(words(checkoutPage({ ...checkoutView(), status }, plainReader))).toMatch(
    /^Test checkout: .* No money moves\./,
  );
  expect(tags(status, 'a').map((link) => attribute(link, 'href'))).toEqual([
    '#main-content',
    '/v1',
    '/v1#help',
    '/v1/pay/code',
  ]);
});

test('after a decline an open session shows why and can be paid again', () => {
  const page = checkoutPage(
    { ...checkoutView(), message: 'The test payment went through. No money moved.' },
    plainReader,
  );
  const alert = elements(page).find((element) => attribute(element, 'role') === 'alert');
  expect(alert).toBeDefined();
  expect(words(page)).toContain('The test payment went through. No money moved.');
});
