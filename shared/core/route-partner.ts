/**
 * Which partner a job goes to. Pure: the primary first, another only where it can serve the order and the primary is
 * down, and never another one once a call under the job's claim may have reached the first.
 */
import type { Country } from './money.ts';
import type { PartnerName } from './names.ts';
import type { ProductName, Shipment } from './product.ts';

export interface RouteRequest extends Shipment {
  readonly product: ProductName;
  /** Partners that are known to be out; whoever is not named is taken to be well. */
  readonly health: Readonly<Partial<Record<PartnerName, 'up' | 'down'>>>;
  /** The partner that was written down with the job before its first call. */
  readonly routedTo?: PartnerName | undefined;
}

interface Coverage {
  readonly countries: readonly Country[];
  /** Countries where it takes registered mail. */
  readonly registered?: readonly Country[];
  /** Countries that the return address may be in; any, where it is missing. */
  readonly returns?: readonly Country[];
}

/** Where a partner takes orders, product by product; a product that is missing it does not make. */
export type Coverage = Readonly<Partial<Record<ProductName, Coverage>>>;

/** A partner, as far as routing needs to know it. */
interface Candidate {
  readonly name: PartnerName;
  readonly coverage: Coverage;
}

function canServe({ coverage }: Candidate, errand: RouteRequest): boolean {
  const reach = coverage[errand.product];
  if (reach === undefined || !reach.countries.includes(errand.country)) return false;
  if (errand.registered && !(reach.registered ?? []).includes(errand.country)) return false;
  if (reach.returns === undefined) return true;
  return errand.returnCountry !== undefined && reach.returns.includes(errand.returnCountry);
}

/**
 * `partners` are those in use, the primary first. With all of them down the primary is waited for. `undefined`: nobody
 * of them serves this order.
 */
export function routePartner(errand: RouteRequest, partners: readonly Candidate[]): PartnerName | undefined {
  if (errand.routedTo !== undefined) return errand.routedTo;
  const able = partners.filter((partner) => canServe(partner, errand)).map(({ name }) => name);
  return able.find((name) => errand.health[name] !== 'down') ?? able[0];
}
