/** Every e-mail: each event of each product, with all that can be known of it. */
import { type EmailView, eventEmail } from '../../../shared/pages/emails/event-email.ts';
import type { Reader } from '../../../shared/pages/reader.ts';
import { catalogue } from '../../../shared/products/index.ts';
import { readerFor } from './reader.ts';

const at = Date.UTC(2026, 2, 14, 16, 5);
const day = 86_400_000;
const base = 'https://mail.example.com/v1/pay/pay_0123456789abcdefghjkmnpqrs';

const mail = (service: 'letter' | 'check'): Omit<EmailView, 'happened'> => ({
  at,
  named: {
    heading: catalogue[service].heading,
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

const fax: Omit<EmailView, 'happened'> = {
  ...mail('letter'),
  named: { service: 'fax', heading: catalogue.fax.heading, recipient: '… 0147', country: 'US' },
  progress: { ...mail('letter').progress, stage: 'sent', arrival: undefined },
};

const failed = (view: Omit<EmailView, 'happened'>, says: string, cause: 'address' | 'line') =>
  ({ ...view, ended: 'failed', progress: { ...view.progress, refund: 'pending', failure: { says, cause } } }) as const;
const ended = (view: Omit<EmailView, 'happened'>, refund: EmailView['progress']['refund']) =>
  ({ ...view, ended: 'cancelled', progress: { ...view.progress, refund } }) as const;

const badAddress = 'The print partner refused the order: an address or another detail is not valid.';
const [letter, check] = [mail('letter'), mail('check')];

/** By name, for pictures and tests. */
export const emailViews: Readonly<Record<string, EmailView>> = {
  'letter, paid': { ...letter, happened: 'paid' },
  'letter, mailed': { ...letter, happened: 'mailed' },
  'letter, registered and mailed': {
    ...letter,
    happened: 'mailed',
    progress: { ...letter.progress, tracking: { number: '9407 1000 0000 0000 0000 00', carrier: 'USPS' } },
  },
  'letter, delivered': { ...letter, happened: 'delivered' },
  'letter, nobody has taken it': { ...letter, happened: 'pickup_available' },
  'letter, returned': { ...letter, happened: 'returned' },
  'check, paid': { ...check, happened: 'paid' },
  'check, returned': { ...check, happened: 'returned' },
  'letter, failed': { ...failed(letter, badAddress, 'address'), happened: 'failed' },
  'fax, sent': { ...fax, happened: 'sent' },
  'fax, failed': { ...failed(fax, 'The receiving line was busy.', 'line'), happened: 'failed' },
  'check, cancelled': { ...ended(check, 'pending'), happened: 'cancelled' },
  'letter, cancelled and refunded': { ...ended(letter, 'issued'), happened: 'refund_issued' },
  'letter, refund needs support': { ...ended(letter, 'contact_support'), happened: 'refund_needs_support' },
};

const operator = {
  name: 'Acme Letters',
  support: 'mailto:help@example.com',
  postalAddress: '1 Example Way, Springfield IL 62701',
};

export const emailReader = (language: 'en' | 'fr', isTest = false): Reader =>
  readerFor({ acceptLanguage: language, operator, isTest });

export const stopUrl = `https://mail.example.com/v1/emails/stop/${'0'.repeat(58)}`;

export const emailOf = (view: EmailView, reader: Reader, isPayer = false) =>
  eventEmail(view, { isPayer, stopUrl }, reader);
