/** One view of each page in which every text is a word of the caller's choosing. */

import { bankAccountForm } from '../../../shared/pages/bank-account-form.ts';
import { type CheckoutView, checkoutPage } from '../../../shared/pages/checkout.ts';
import { type MailboxItem, mailboxPage } from '../../../shared/pages/mailbox.ts';
import { messagePage } from '../../../shared/pages/message.ts';
import type { Page } from '../../../shared/pages/page.ts';
import { type PayView, payPage } from '../../../shared/pages/pay.ts';

/** 2026-03-14T16:05:00Z */
export const moment = Date.UTC(2026, 2, 14, 16, 5);

export function payView(word = 'word'): PayView {
  return {
    heading: word,
    status: 'awaiting_payment',
    statusText: word,
    facts: [
      { label: word, value: word },
      { label: word, value: [word, word] },
    ],
    amount: word,
    tax: { label: word, amount: word },
    total: word,
    payUrl: 'https://pay.example/session',
    expiresAt: moment,
    testMode: false,
    warnings: [word],
    contentHash: word,
    jobCreatedAt: moment,
  };
}

export function checkoutView(word = 'word'): CheckoutView {
  const lines = [{ label: word, amount: word }];
  const addresses = { action: '/checkout/session', cancelUrl: '/v1/pay/code' };
  return { sessionId: word, heading: word, lines, total: word, ...addresses, status: 'open', message: word };
}

export function mailboxItem(word = 'word'): MailboxItem {
  return {
    id: word,
    kind: 'letter',
    jobId: word,
    status: word,
    createdAt: moment,
    documentUrl: '/document',
    documentSha256: word,
    previewUrl: '/preview',
    title: word,
    lines: [word, word],
  };
}

/** Every page, saying `word` wherever it can be made to say something. */
export function everyPage(word = 'word'): Record<string, Page> {
  return {
    pay: payPage(payView(word)),
    'pay in test mode': payPage({ ...payView(word), testMode: true }),
    'pay with previews': payPage({ ...payView(word), previewUrls: ['/v1/pay/code/pages/1', '/v1/pay/code/pages/2'] }),
    'pay, failed': payPage({ ...payView(word), status: 'failed' }),
    'form for bank accounts': bankAccountForm({
      action: '/v1/bank-accounts/new',
      values: { nickname: word },
      testMode: true,
    }),
    checkout: checkoutPage(checkoutView(word)),
    'checkout, paid': checkoutPage({ ...checkoutView(word), status: 'paid' }),
    mailbox: mailboxPage({ items: [mailboxItem(word), { ...mailboxItem(word), documentUrl: null, previewUrl: null }] }),
    'empty mailbox': mailboxPage({ items: [] }),
    message: messagePage({ title: word, message: word }),
  };
}
