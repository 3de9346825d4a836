/** Views of all pages, in which every text is one word that the test chooses. */
import type { CheckFace } from '../../../shared/domain/product.ts';
import { type AttachView, attachFilePage } from '../../../shared/pages/attach.ts';
import { bankAccountForm, bankAccountRemoval } from '../../../shared/pages/bank-account.ts';
import { type CancelPageView, cancelPage } from '../../../shared/pages/cancel.ts';
import { type CheckoutView, checkoutPage } from '../../../shared/pages/checkout.ts';
import { docsPage } from '../../../shared/pages/docs.ts';
import { stopPage } from '../../../shared/pages/emails/stop.ts';
import { type HomeView, homePage, type ProductCard, productChoicePage } from '../../../shared/pages/home.ts';
import { type Card, type MailboxView, mailboxPage, noMailboxPage } from '../../../shared/pages/mailbox.ts';
import { messagePage } from '../../../shared/pages/message.ts';
import { type OrderFormView, orderForm } from '../../../shared/pages/order-form/form.ts';
import { orderForms } from '../../../shared/pages/order-form/forms.ts';
import { type OrderPreviewView, orderPreview, retryOrderPage } from '../../../shared/pages/order-form/preview.ts';
import type { Page } from '../../../shared/pages/page.ts';
import type { PayView } from '../../../shared/pages/pay/bill.ts';
import { payPage } from '../../../shared/pages/pay.ts';
import type { ProgressView } from '../../../shared/pages/progress.ts';
import type { Reader } from '../../../shared/pages/reader.ts';
import type { ReceiptView } from '../../../shared/pages/receipt/parts.ts';
import { receiptPage } from '../../../shared/pages/receipt.ts';
import { type VerifyView, verifyPage } from '../../../shared/pages/verify.ts';
import { documentTextPage } from '../../../shared/pages/views/show-preview.ts';
import { catalog } from '../../../shared/products/index.ts';
import { letterPaper } from '../../../shared/products/letter/letter.ts';
import { readerFor } from './reader.ts';

/** 2026-03-14T16:05:00Z */
export const moment = Date.UTC(2026, 2, 14, 16, 5);

/** A reader of a service with every operator setting; each text is `word`. */
export const readerOf = (word = 'word', change: Partial<Parameters<typeof readerFor>[0]> = {}): Reader =>
  readerFor({
    operator: {
      name: word,
      support: 'mailto:help@example.com',
      termsUrl: 'https://mail.example/terms',
      privacyUrl: 'https://mail.example/privacy',
      refundPolicyUrl: 'https://mail.example/refunds',
      postalAddress: word,
      taxRegistration: word,
      logoUrl: 'https://mail.example/logo.svg',
    },
    isTest: false,
    ...change,
  });

/** A reader of a service without operator settings. */
export const plainReader = readerFor({ operator: {}, isTest: false });

export function payView(word = 'word'): PayView {
  return {
    service: 'letter',
    heading: catalog.letter.heading,
    lineItem: catalog.letter.lineItem,
    recipient: word,
    country: 'US',
    paper: letterPaper,
    usualWait: { min: 2, max: 7, unit: 'business days' },
    status: 'awaiting_payment',
    progress: progressView(word),
    facts: [
      { label: word, value: word },
      { label: word, value: [word, word] },
    ],
    price: { currency: 'CAD', amountCents: 615, tax: { label: word, cents: 80 }, priceList: word },
    orderNumber: word,
    payUrl: 'https://pay.example/session',
    expiresAt: moment,
    isTest: false,
    warnings: [
      { code: 'clipped', element: word },
      { code: 'state_unknown', at: 'letter.to', country: 'US', input: word },
    ],
  };
}

const addressChoice = (word: string) =>
  ({
    kind: 'corrected',
    token: word,
    country: 'US',
    what: ['city'],
    mayTake: true,
    ordered: [word, word],
    suggested: [word, `${word} 2`],
    suggestion: { addressLine1: word, city: word, countryCode: 'US' },
  }) as const satisfies PayView['addressChoice'];

const emails = (word: string): NonNullable<PayView['emails']> => ({ token: word, isChecked: true, to: [word, word] });

export const progressView = (word = 'word', change: Partial<ProgressView> = {}): ProgressView => ({
  stage: 'unpaid',
  orderNumber: word,
  path: '/v1/pay/code',
  steps: [{ name: 'ordered', at: moment }, { name: 'paid' }],
  refund: 'not_applicable',
  ...change,
});

/** A view with every optional field of an order's progress. */
const fullProgress = (word: string): ProgressView =>
  progressView(word, {
    stage: 'failed',
    steps: [
      { name: 'ordered', at: moment },
      { name: 'failed', at: moment },
    ],
    failure: { says: word, cause: 'ours' },
    refund: 'contact_support',
    expiredAt: moment,
    newsBy: moment,
    isLate: true,
    tracking: { number: word, carrier: 'USPS' },
    arrival: { from: moment, to: moment, carrier: 'USPS', source: word },
    cancellable: { until: moment },
  });

export const cancelView = (word = 'word', change: Partial<CancelPageView> = {}): CancelPageView => ({
  order: { service: 'letter', heading: catalog.letter.heading, recipient: word, country: 'US' },
  price: payView(word).price,
  outcome: 'undecided',
  token: word,
  progress: progressView(word, { stage: 'at_printer', cancellable: { until: moment } }),
  formPath: undefined,
  ...change,
});

export const stamps = (word = 'word') => ({ to: [word, word], from: [word], showsWindows: true });

export const checkFace = (word = 'word'): CheckFace => ({
  payTo: [word, word],
  sender: [word],
  amount: { cents: 125_000, currency: 'USD' },
  amountInWords: word,
  memo: word,
  number: 1_001,
  accountNickname: word,
});

function attachView(word: string): AttachView {
  const fields = { key: word, policy: word, 'x-amz-signature': word };
  const form = { url: 'https://store.example/', fields };
  return {
    state: 'open',
    form,
    scriptForm: form,
    next: '/v1/uploads/upload_1/attach',
    types: ['application/pdf'],
    back: undefined,
  };
}

export function checkoutView(word = 'word'): CheckoutView {
  const addresses = { baseUrl: 'https://mail.example/v1', paidUrl: '/v1/pay/code', returnUrl: '/v1/pay/code' };
  const request = { title: word, orderNumber: `order_${word}`, price: payView(word).price, ...addresses };
  return { session: { id: word, request }, status: 'open' };
}

export function mailboxCard(word = 'word', change: Partial<Card> = {}): Card {
  const attempt = { number: 2, partnerStatus: word, reason: word, recordUrl: '/record', documentUrl: '/document' };
  return {
    jobId: word,
    orderNumber: word,
    total: '$2.12',
    kind: 'letter',
    status: 'mailed',
    title: word,
    lines: [word, word],
    createdAt: moment,
    mailedAt: moment,
    attempts: [attempt, { ...attempt, number: 1 }],
    maxAttempts: 4,
    previewUrl: '/preview',
    payUrl: '/pay',
    statusUrl: '/status',
    receiptUrl: '/receipt',
    notes: [word],
    actions: ['print', 'lose_answer'],
    emails: [{ to: word, subject: word, htmlUrl: '/email', textUrl: '/text' }],
    ...change,
  };
}

export const mailboxView = (word = 'word', cards = [mailboxCard(word)]): MailboxView => ({ cards, secret: 'secret' });

const letterCard = (word: string): ProductCard => ({
  product: 'letter',
  form: orderForms.letter,
  path: '/v1/new/letter',
  price: word,
  days: { min: 2, max: 7 },
});

const homeView = (word: string): HomeView => ({
  baseUrl: 'https://mail.example/v1',
  mcpUrl: word,
  firstQuote: word,
  cards: [letterCard(word)],
  days: { min: 2, max: 7 },
  prices: [{ label: word, cents: { US: 212, CA: 615 }, currency: { US: 'USD', CA: 'CAD' } }],
});

const docsView = (word: string) => ({
  docs: '/v1/docs',
  path: '',
  text: '# A\n\n## B',
  pages: [{ title: word, path: '', group: word }],
});

/** A receipt in which every text that a stranger can choose is `word`. */
function receiptView(word: string): ReceiptView {
  const { facts, price } = payView(word);
  return {
    service: 'letter',
    heading: catalog.letter.heading,
    lineItem: catalog.letter.lineItem,
    coverCents: undefined,
    checkFace: undefined,
    receipt: {
      receipt_id: 'rcpt_0123456789abcdefghjkmnpqrs',
      service: 'letter',
      status: 'mailed',
      statement: word,
      refund: 'not_applicable',
      content_hash: word,
      document_sha256: word,
      partner_id_hash: word,
      times: { created_at: moment, paid_at: moment, mailed_at: moment },
      issued_at: moment,
    } as unknown as ReceiptView['receipt'],
    refundedCents: undefined,
    refund: 'not_applicable',
    refundedAt: undefined,
    scans: [],
    card: undefined,
    hasDocument: true,
    signature: 'e30.e30.AAAA',
    facts,
    price,
    orderNumber: 'order_0123456789ab',
    recipient: word,
    country: 'US',
    isTest: false,
    verifyUrl: 'https://mail.example/v1/verify',
    path: '/v1/pay/code/receipt',
  };
}

/** A verdict on the receipt of `receiptView`. */
const verifyView = (word: string): VerifyView => ({
  action: '/v1/verify',
  verdict: {
    kind: 'genuine',
    keyId: word,
    surroundingText: 'not_compared',
    document: 'other',
    receipt: { ...receiptView(word).receipt, to: { name: word } },
  },
});

const bankAccountPaths = {
  checkFormPath: '/v1/new/check',
  emailsOwner: true,
  action: '/v1/bank-accounts/new',
  removalPath: '/v1/bank-accounts/remove',
} as const;
const quoted = (word: string) => ({ action: '/v1/new/letter', quoteId: word, values: { text: word, 'to.name': word } });

const orderFormView = (word: string): OrderFormView => ({
  form: orderForms.letter,
  action: '/v1/new/letter',
  choicePath: '/v1/new',
  registrationPath: bankAccountPaths.action,
  quotesPath: '/v1/quotes',
  uploadsUrl: 'https://mail.example/v1/uploads',
  paper: catalog.letter.paper,
  sendsEmail: true,
  // Values that are never empty: otherwise an empty word would remove elements from the page.
  total: { pages: 1, price: word },
  surcharges: { color: `+${word}` },
  values: { text: word, 'to.name': `Ada ${word}`, 'to.countryCode': 'US', color: 'yes' },
});

export const orderPreviewView = (word: string): OrderPreviewView => ({
  ...payView(word),
  ...quoted(word),
  preview: { path: '/v1/new/quote', pages: 200 },
  stamps: stamps(word),
  isRenewed: true,
});

const removalPaths = { action: bankAccountPaths.removalPath, registrationPath: bankAccountPaths.action } as const;

/** Every page, with `word` wherever its text varies. */
export function everyPage(word = 'word', reader: Reader = readerOf(word)): Record<string, () => Page> {
  const preview = { path: '/v1/pay/code', pages: 2 };
  return {
    pay: () => payPage(payView(word), reader),
    'pay, with two addresses': () => payPage({ ...payView(word), addressChoice: addressChoice(word) }, reader),
    'text of a document': () =>
      documentTextPage({ pages: [word, ''], count: 3, pdfPath: '/proof.pdf', back: '/v1/pay/code' }, reader),
    'pay with previews': () => payPage({ ...payView(word), preview, stamps: stamps(word) }, reader),
    'pay with folded previews': () => payPage({ ...payView(word), preview: { ...preview, pages: 200 } }, reader),
    'pay, a check in test mode': () => payPage({ ...payView(word), checkFace: checkFace(word), isTest: true }, reader),
    'pay, with a checkbox for emails': () => payPage({ ...payView(word), emails: { ...emails(word), to: [] } }, reader),
    'pay, with a recipient of emails': () => payPage({ ...payView(word), emails: emails(word) }, reader),
    'pay, failed': () => payPage({ ...payView(word), status: 'failed', progress: fullProgress(word) }, reader),
    cancel: () => cancelPage(cancelView(word), reader),
    'form that stops emails': () => stopPage({ address: word, silencedBy: undefined }, reader),
    'form that resumes emails': () => stopPage({ address: word, silencedBy: 'asked' }, reader),
    'cancel, declined': () => cancelPage(cancelView(word, { outcome: 'refund_refused' }), reader),
    'form for bank accounts': () =>
      bankAccountForm({ ...bankAccountPaths, printer: word, values: { nickname: word } }, { ...reader, isTest: true }),
    receipt: () => receiptPage(receiptView(word), reader),
    'verify, genuine': () => verifyPage(verifyView(word), reader),
    'form for bank accounts, registered': () =>
      bankAccountForm({ ...bankAccountPaths, values: {}, done: { bankAccountId: word, nickname: word } }, reader),
    'form that removes a bank account': () => bankAccountRemoval({ ...removalPaths, problem: word }, reader),
    'form that removes a bank account, asked': () =>
      bankAccountRemoval({ ...removalPaths, account: { bankAccountId: word, nickname: word } }, reader),
    attach: () => attachFilePage(attachView(word), reader),
    checkout: () => checkoutPage(checkoutView(word), reader),
    mailbox: () => mailboxPage(mailboxView(word), reader),
    'mailbox that is empty': () => mailboxPage(mailboxView(word, []), reader),
    'no mailbox': () => noMailboxPage(reader),
    home: () => homePage(homeView(word), reader),
    documentation: () => docsPage(docsView(word), reader),
    'choice of orders': () => productChoicePage([letterCard(word)], reader),
    'form of an order': () => orderForm(orderFormView(word), reader),
    'form of an order, with problems': () =>
      orderForm(
        { ...orderFormView(word), problems: { message: word, fields: { text: word, 'to.city': word } } },
        reader,
      ),
    'form of an order, a check': () =>
      orderForm({ ...orderFormView(word), form: orderForms.check, paper: undefined }, reader),
    'form of an order, with previews': () => orderPreview(orderPreviewView(word), reader),
    'form of an order, with previews and two addresses': () =>
      orderPreview({ ...orderPreviewView(word), addressChoice: addressChoice(word) }, reader),
    'form of an order, once more': () => retryOrderPage({ ...quoted(word), problem: word }, reader),
    message: () => messagePage({ title: word, message: word }, reader),
  };
}
