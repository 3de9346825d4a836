/** Invented people, ids and prices, and the members that every product's sample answers share. */
import { type Currency, formatMoney } from '../../../domain/money/money.ts';
import { type Price, priceFields } from '../../../domain/money/price.ts';
import type { ProductName } from '../../../domain/names.ts';
import { priceList } from '../../../products/price-list.ts';

export const sampleId = (prefix: string): string => `${prefix}_0123456789abcdefghjkmnpqrs`;

export const minute = 60_000;
export const createdAt = Date.UTC(2026, 10, 21, 12);
export const baseUrl = 'https://mail.example.com/v1';

export const sampleText = 'Dear Ada,\n\nthe engine works.';
export const sampleHtml = '<h1>Invoice 17</h1><p>Thank you for your order.</p>';

export const ada = {
  name: 'Ada Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
};
export const grace = {
  companyName: 'Compilers Ltd',
  addressLine1: '2 Example Ave',
  city: 'Toronto',
  provinceOrState: 'ON',
  postalOrZip: 'M5V 2T6',
  countryCode: 'CA',
};

export const listed = (currency: Currency, amountCents: number): Price => ({
  currency,
  amountCents,
  priceList: priceList.version,
});

export const sampleQuote = (service: ProductName, country: string, price: Price) => ({
  service,
  quote_id: sampleId('quote'),
  country,
  ...priceFields(price),
  expires_at: createdAt + 60 * minute,
  warnings: [],
});

/** The common members of every job request. */
export const jobRequest = { quote_id: sampleId('quote'), idempotency_key: '5f0c9a52-6d0b-4c39-9d51-0c1f5b7a3e11' };

export const sampleJob = (service: ProductName, price: Price) => ({
  service,
  job_id: sampleId('job'),
  status: 'awaiting_payment',
  payment_status: 'pending',
  ...priceFields(price),
  checkout_url: `${baseUrl}/checkout/${sampleId('cs_test')}`,
  pay_url: `${baseUrl}/pay/${sampleId('pay')}`,
  payment_mode: 'mock',
  created_at: createdAt,
  expires_at: createdAt + 24 * 60 * minute,
  warnings: [],
});

export const sampleCheck = {
  address_check: { status: 'verified', what: [], message: 'The post delivers to this address.' },
};

/** `USD 2.12`, the form in tables of prices. */
export const coded = (cents: number, currency: Currency): string =>
  `${currency} ${formatMoney(cents, currency).replace(/^\D+/, '')}`;
