/** Views of emails: one for each event that has an email, with all optional fields set. */
import { type EmailView, eventEmail } from '../../../shared/pages/emails/event-email.ts';
import type { Reader } from '../../../shared/pages/reader.ts';
import { catalog } from '../../../shared/products/index.ts';
import { readerFor } from './reader.ts';

const at = Date.UTC(2026, 2, 14, 16, 5);
const day = 86_400_000;
const base = 'https://mail.example.com/v1/pay/pay_0123456789abcdefghjkmnpqrs';

const mail = (service: 'letter' | 'check'): Omit<EmailView, 'event'> => ({
  at,
  order: {
    heading: catalog[service].heading,
    service,
    recipient: 'IL 62701',
    country: 'US',
    checkFace:
      service === 'letter'
        ? undefined
        : {
            payTo: ['Ada Lovelace'],
            sender: ['Grace Hopper'],
            amount: { cents: 12_550, currency: 'USD' },
            amountInWords: 'One hundred twenty-five and 50/100',
            memo: 'Rent',
            accountNickname: 'Household',
          },
  },
  price: { currency: 'USD', amountCents: 212, priceList: 'test' },
  progress: {
    stage: 'mailed',
    orderNumber: '7K2M9QX4TD',
    path: '/v1/pay/pay_1',
    steps: [],
    refund: 'not_applicable',
    arrival: { from: at + 2 * day, to: at + 5 * day, carrier: 'USPS', source: '' },
    isCheckBack: service === 'check',
  },
  orderUrl: base,
  receiptUrl: `${base}/receipt`,
  hasDocument: service === 'letter',
});

const [letter, check] = [mail('letter'), mail('check')];

const fax: Omit<EmailView, 'event'> = {
  ...letter,
  order: { service: 'fax', heading: catalog.fax.heading, recipient: '… 0147', country: 'US' },
  progress: { ...letter.progress, stage: 'sent', arrival: undefined },
};

const failed = (view: Omit<EmailView, 'event'>, says: string, cause: 'address' | 'line') =>
  ({ ...view, ended: 'failed', progress: { ...view.progress, refund: 'pending', failure: { says, cause } } }) as const;
const cancelled = (view: Omit<EmailView, 'event'>, refund: EmailView['progress']['refund']) =>
  ({ ...view, ended: 'cancelled', progress: { ...view.progress, refund } }) as const;

const badAddress = 'The print partner refused the order: an address or another detail is not valid.';
/** By name, for screenshots and tests. */
export const emailViews: Readonly<Record<string, EmailView>> = {
  'letter, paid': { ...letter, event: 'paid' },
  'letter, mailed': { ...letter, event: 'mailed' },
  'letter, registered and mailed': {
    ...letter,
    event: 'mailed',
    progress: { ...letter.progress, tracking: { number: '9407 1000 0000 0000 0000 00', carrier: 'USPS' } },
  },
  'letter, delivered': { ...letter, event: 'delivered' },
  'letter, not picked up': { ...letter, event: 'pickup_available' },
  'letter, returned': { ...letter, event: 'returned' },
  'check, paid': { ...check, event: 'paid' },
  'check, returned': { ...check, event: 'returned' },
  'letter, failed': { ...failed(letter, badAddress, 'address'), event: 'failed' },
  'fax, sent': { ...fax, event: 'sent' },
  'fax, failed': { ...failed(fax, 'The receiving line was busy.', 'line'), event: 'failed' },
  'check, cancelled': { ...cancelled(check, 'pending'), event: 'cancelled' },
  'letter, cancelled and refunded': { ...cancelled(letter, 'issued'), event: 'refund_issued' },
  'letter, refund needs support': { ...cancelled(letter, 'contact_support'), event: 'refund_needs_support' },
};

const operator = {
  name: 'Acme Letters',
  support: 'mailto:help@example.com',
  postalAddress: '1 Example Way, Springfield IL 62701',
};

export const emailReader = (language: 'en' | 'fr'): Reader =>
  readerFor({ acceptLanguage: language, operator, isTest: false });

export const stopUrl = `https://mail.example.com/v1/emails/stop/${'0'.repeat(58)}`;

export const emailOf = (view: EmailView, reader: Reader, isPayer = false) =>
  eventEmail(view, { isPayer, stopUrl }, reader);
