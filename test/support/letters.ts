/** A stored letter job, for tests of what clients read. */
import type { Job } from '../../shared/domain/job/job.ts';
import type { Lifecycle, Payment } from '../../shared/domain/job/lifecycle.ts';
import type { LetterOrder } from '../../shared/products/letter/letter.ts';
import { order as accepted, birth, jobIn, without } from './lives.ts';

const place = { addressLine1: '12 Analytical Way', city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701' };

export const order: LetterOrder = {
  to: { firstName: 'Ada', lastName: 'Lovelace', ...place, countryCode: 'US' },
  from: { companyName: 'Engines', ...place, countryCode: 'US' },
  color: false,
  registered: false,
};

export type LetterJob = Job<LetterOrder>;

const storedFields = {
  version: 3,
  createdAt: birth,
  keepUntil: birth + 1,
  product: 'letter',
  quoteId: 'quote_1',
  content: { kind: 'text', hash: 'c0ffee', pages: 2, layoutVersion: '1' },
  price: { currency: 'USD', amountCents: 232, priceList: '1' },
  warnings: [],
  payCode: 'pay_1',
  baseUrl: 'https://mail.example/v1',
} as const;

const unpaidLife = () => without(jobIn('awaiting_payment', { tries: 0 }), 'payment', 'partner', 'dueAt');

/** A letter job that is neither paid nor with the partner, unless `life` says so. */
export const job = (life: Partial<Lifecycle> = {}, changes: Partial<LetterOrder> = {}): LetterJob => ({
  ...unpaidLife(),
  ...storedFields,
  ...life,
  order: { ...order, ...changes },
});

export const payment: Payment = { provider: 'mock', id: 'pi_1', amountCents: 232, currency: 'USD' };

type Update = Partial<NonNullable<Lifecycle['partner']>>;

/** A letter job that is with the partner, which has reported this update. */
export const fulfilled = (update: Update = {}, changes: Partial<LetterOrder> = {}): LetterJob =>
  job({ state: 'fulfilled', payment, partner: { ...accepted, readAt: birth, ...update } }, changes);
