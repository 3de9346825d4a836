/** Money as whole cents, and its one format for people. */
export type Currency = 'USD' | 'CAD';
export type Country = 'US' | 'CA';

export const currencyOf: Readonly<Record<Country, Currency>> = { US: 'USD', CA: 'CAD' };

/** `212, 'USD'` → `$2.12`; `250000000, 'CAD'` → `CA$2,500,000.00`. */
export function formatMoney(cents: number, currency: Currency): string {
  const whole = Math.trunc(cents / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${{ USD: '$', CAD: 'CA$' }[currency]}${grouped}.${String(cents % 100).padStart(2, '0')}`;
}
