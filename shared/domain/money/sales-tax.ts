/** Canadian sales tax by province or territory. US orders are not taxed. */
import table from '../places/provinces.json' with { type: 'json' };
import type { Country } from './money.ts';

export interface Tax {
  readonly label: string;
  readonly cents: number;
}

interface Province {
  readonly label: string;
  /** Thousandths of a percent, so that Quebec's 14.975% is a whole number. */
  readonly rate: number;
  /** First letters of its postal codes. */
  readonly postal?: string;
  /** English and French names, and abbreviations, besides the two-letter code. */
  readonly names: readonly string[];
}

export type ProvinceCode = keyof typeof table.provinces;

export const provinces: Readonly<Record<ProvinceCode, Province>> = table.provinces;

const codes = Object.keys(provinces) as ProvinceCode[];

/** Ignores case, accents, hyphens, dots and doubled spaces. */
export const foldName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/giu, ' ')
    .trim()
    .toUpperCase();

const codesByName = new Map(
  codes.flatMap((code) => [code, ...provinces[code].names].map((name) => [foldName(name), code])),
);

/** A two-letter code in any case, the English or French name, or an abbreviation of it. */
export const provinceNamed = (name: string): ProvinceCode | undefined => codesByName.get(foldName(name));

/** NT and NU share their letter, and are taxed alike. */
export const provinceOfPostalCode = (postalCode: string): ProvinceCode | undefined => {
  const letter = postalCode.trim().charAt(0).toUpperCase();
  return codes.find((code) => letter !== '' && provinces[code].postal?.includes(letter));
};

const taxOf = (amountCents: number, rate: number): number => Math.floor((amountCents * rate + 50_000) / 100_000);

const rates = Object.values(provinces).map(({ rate }) => rate);

/** The lowest and the highest tax of all provinces, in percent. */
export const taxPercents = { least: Math.min(...rates) / 1_000, most: Math.max(...rates) / 1_000 } as const;

/** The tax on an amount where it is highest, in cents. */
export const mostTaxCents = (amountCents: number): number => taxOf(amountCents, Math.max(...rates));

/** The tax on an amount in cents, rounded half up once. The US has none; an unknown province pays GST, as Alberta. */
export function salesTax(amountCents: number, country: Country, province: ProvinceCode | undefined): Tax | undefined {
  if (country === 'US') return undefined;
  const { label, rate } = provinces[province ?? 'AB'];
  return { label, cents: taxOf(amountCents, rate) };
}
