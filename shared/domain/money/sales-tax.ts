/** Canadian sales tax by province or territory. US orders are not taxed. */
import type { Country } from './money.ts';

export interface Tax {
  readonly label: string;
  readonly cents: number;
}

interface Province {
  readonly label: string;
  /** Thousandths of a percent, so that Quebec's 14.975% is a whole number. */
  readonly rate: number;
  /** English and French names, and abbreviations, besides the two-letter code. */
  readonly names: readonly string[];
}

const gst = { label: 'GST 5%', rate: 5_000 } as const;
const hst15 = { label: 'HST 15%', rate: 15_000 } as const;

/** docs/contract.md, "Sales tax". */
export const provinces = {
  AB: { ...gst, names: ['Alberta', 'Alta'] },
  BC: { ...gst, names: ['British Columbia', 'Colombie-Britannique', 'B C', 'C-B'] },
  MB: { ...gst, names: ['Manitoba', 'Man'] },
  NB: { ...hst15, names: ['New Brunswick', 'Nouveau-Brunswick', 'N B'] },
  NL: {
    ...hst15,
    names: [
      'Newfoundland and Labrador',
      'Newfoundland',
      'Terre-Neuve-et-Labrador',
      'Terre-Neuve',
      'Nfld',
      'NF',
      'T-N-L',
    ],
  },
  NS: { label: 'HST 14%', rate: 14_000, names: ['Nova Scotia', 'Nouvelle-Écosse', 'N S', 'N-É'] },
  NT: { ...gst, names: ['Northwest Territories', 'Territoires du Nord-Ouest', 'NWT', 'T N-O'] },
  NU: { ...gst, names: ['Nunavut'] },
  ON: { label: 'HST 13%', rate: 13_000, names: ['Ontario', 'Ont'] },
  PE: { ...hst15, names: ['Prince Edward Island', 'PEI', 'Île-du-Prince-Édouard', 'P E I', 'Î-P-É'] },
  QC: { label: 'GST+QST 14.975%', rate: 14_975, names: ['Quebec', 'Québec', 'Que', 'Qué', 'PQ', 'P Q'] },
  SK: { ...gst, names: ['Saskatchewan', 'Sask'] },
  YT: { ...gst, names: ['Yukon', 'Yukon Territory', 'Territoire du Yukon', 'Yuk'] },
} as const satisfies Record<string, Province>;

export type ProvinceCode = keyof typeof provinces;

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
  Object.entries(provinces).flatMap(([code, { names }]) =>
    [code, ...names].map((name) => [foldName(name), code as ProvinceCode] as const),
  ),
);

/** A two-letter code in any case, the English or French name, or an abbreviation of it. */
export const provinceNamed = (name: string): ProvinceCode | undefined => codesByName.get(foldName(name));

/** First letters of Canadian postal codes (Canada Post). NT and NU share X and are taxed alike. */
const provincesByPostalLetter: Readonly<Record<string, ProvinceCode>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

export const provinceOfPostalCode = (postalCode: string): ProvinceCode | undefined =>
  provincesByPostalLetter[postalCode.trim().charAt(0).toUpperCase()];

const taxOf = (amountCents: number, rate: number): number => Math.floor((amountCents * rate + 50_000) / 100_000);

const rates = Object.values(provinces).map(({ rate }) => rate);

/** The lowest and the highest tax of all provinces, in percent. */
export const taxPercents = { least: Math.min(...rates) / 1_000, most: Math.max(...rates) / 1_000 } as const;

/** The tax on an amount where it is highest, in cents. */
export const mostTaxCents = (amountCents: number): number => taxOf(amountCents, Math.max(...rates));

/** The tax on an amount in cents, rounded half up once. The US has none; an unknown province pays GST. */
export function salesTax(amountCents: number, country: Country, province: ProvinceCode | undefined): Tax | undefined {
  if (country === 'US') return undefined;
  const { label, rate } = province === undefined ? gst : provinces[province];
  return { label, cents: taxOf(amountCents, rate) };
}
