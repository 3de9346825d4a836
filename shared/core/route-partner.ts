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

interface ProductCoverage {
  readonly countries: readonly Country[];
  /** Countries where it takes registered mail. */
  readonly registered?: readonly Country[];
  /** Countries that the return address may be in; any, where it is missing. */
  readonly returns?: readonly Country[];
}

/** Where a partner takes orders, product by product; a product that is missing it does not make. */
export type Coverage = Readonly<Partial<Record<ProductName, ProductCoverage>>>;

/** A partner, as far as routing needs to know it. */
interface Candidate {
  readonly name: PartnerName;
  readonly coverage: Coverage;
}

function canServe({ coverage }: Candidate, request: RouteRequest): boolean {
  const covered = coverage[request.product];
  if (covered === undefined || !covered.countries.includes(request.country)) return false;
  if (request.registered && !(covered.registered ?? []).includes(request.country)) return false;
  if (covered.returns === undefined) return true;
  return request.returnCountry !== undefined && covered.returns.includes(request.returnCountry);
}

/**
 * `partners` are those in use, the primary first. With all of them down the primary is waited for. `undefined`: nobody
 * of them serves this order.
 */
export function routePartner(request: RouteRequest, partners: readonly Candidate[]): PartnerName | undefined {
  if (request.routedTo !== undefined) return request.routedTo;
  const able = partners.filter((partner) => canServe(partner, request)).map(({ name }) => name);
  return able.find((name) => request.health[name] !== 'down') ?? able[0];
}
