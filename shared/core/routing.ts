/**
 * Which partner a job goes to. Pure: the primary first, another only where it can serve the order and the primary is
 * down, and never another one once a call under the job's claim may have reached the first.
 */
import type { Country } from './money.ts';
import type { Journey, ProductName } from './product.ts';

export type PartnerName = 'simulated' | 'postgrid' | 'lob' | 'telnyx' | 'sinch';

export interface Errand extends Journey {
  readonly product: ProductName;
  /** Partners that are known to be out; whoever is not named is taken to be well. */
  readonly health: Readonly<Partial<Record<PartnerName, 'up' | 'down'>>>;
  /** The partner that was written down with the job before its first call. */
  readonly routedTo?: PartnerName | undefined;
}

interface Reach {
  readonly countries: readonly Country[];
  /** Countries where it takes registered mail. */
  readonly registered?: readonly Country[];
  /** Countries that the return address may be in; any, where it is missing. */
  readonly returns?: readonly Country[];
}

const everywhere: Reach = { countries: ['US', 'CA'], registered: ['US', 'CA'] };
const faxes: Reach = { countries: ['US', 'CA'] };

/** Lob takes letters from and to the US only, and no checks without a verified account. */
const reaches: Readonly<Record<PartnerName, Readonly<Partial<Record<ProductName, Reach>>>>> = {
  simulated: { letter: everywhere, check: everywhere, fax: faxes },
  postgrid: { letter: everywhere, check: everywhere },
  lob: { letter: { countries: ['US'], registered: ['US'], returns: ['US'] } },
  telnyx: { fax: faxes },
  sinch: { fax: faxes },
};

function canServe(partner: PartnerName, errand: Omit<Errand, 'health' | 'routedTo'>): boolean {
  const reach = reaches[partner][errand.product];
  if (reach === undefined || !reach.countries.includes(errand.country)) return false;
  if (errand.registered && !(reach.registered ?? []).includes(errand.country)) return false;
  if (reach.returns === undefined) return true;
  return errand.returnCountry !== undefined && reach.returns.includes(errand.returnCountry);
}

/**
 * `partners` are those in use, the primary first. With all of them down the primary is waited for. `undefined`: nobody
 * of them serves this order.
 */
export function routePartner(errand: Errand, partners: readonly PartnerName[]): PartnerName | undefined {
  if (errand.routedTo !== undefined) return errand.routedTo;
  const able = partners.filter((partner) => canServe(partner, errand));
  return able.find((partner) => errand.health[partner] !== 'down') ?? able[0];
}
