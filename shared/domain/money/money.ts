/** Money as whole cents, and its one format for people. */
export type Currency = 'USD' | 'CAD';
export type Country = 'US' | 'CA';

export const currencyOf: Readonly<Record<Country, Currency>> = { US: 'USD', CA: 'CAD' };

/** Any currency, because a payer may have paid in another than the approved one. `amount` is in its smallest unit. */
export function moneyText(amount: number, currency: string): string {
  if (currency === 'USD' || currency === 'CAD') return formatMoney(amount, currency);
  // Developers write events by hand, so it may be no currency at all.
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('\u00a0', ' ');
}

/** `212, 'USD'` → `$2.12`; `250000000, 'CAD'` → `CA$2,500,000.00`. */
export function formatMoney(cents: number, currency: Currency): string {
  const whole = Math.trunc(cents / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${{ USD: '$', CAD: 'CA$' }[currency]}${grouped}.${String(cents % 100).padStart(2, '0')}`;
}
