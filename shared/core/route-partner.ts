/**
 * Chooses the partner of a job. Pure: the primary comes first, a backup partner only if it can serve the order and the
 * primary is down. Once a call under the job's claim may have reached the first partner, there is never another.
 */
import type { Country } from './money/money.ts';
import type { PartnerName } from './names.ts';
import type { Shipment } from './product.ts';
import type { ProductName } from './product-names.ts';

export interface RouteRequest extends Shipment {
  readonly product: ProductName;
  /** The known health of partners; a missing partner counts as up. */
  readonly health: Readonly<Partial<Record<PartnerName, 'up' | 'down'>>>;
  /** The partner that was recorded with the job before its first call. */
  readonly routedTo?: PartnerName | undefined;
}

/** The countries that a partner serves, product by product; it does not make a missing product. */
export type Coverage = {
  readonly [name in ProductName]?: {
    readonly countries: readonly Country[];
    /** Countries with registered mail. */
    readonly registered?: readonly Country[];
    /** Countries with return receipts. */
    readonly returnReceipts?: readonly Country[];
    /** Countries of the return address; if missing, any country will do. */
    readonly returns?: readonly Country[];
  };
};

/** The part of a partner that routing needs. */
interface Candidate {
  readonly name: PartnerName;
  readonly coverage: Coverage;
}

function canServe({ coverage }: Candidate, request: RouteRequest): boolean {
  const covered = coverage[request.product];
  if (covered === undefined || !covered.countries.includes(request.country)) return false;
  if (request.registered && !(covered.registered ?? []).includes(request.country)) return false;
  if (request.returnReceipt && !(covered.returnReceipts ?? []).includes(request.country)) return false;
  if (covered.returns === undefined) return true;
  return request.returnCountry !== undefined && covered.returns.includes(request.returnCountry);
}

/** `partners`: the primary first. If all are down, the job waits for the first that can serve it, if any. */
export function routePartner(request: RouteRequest, partners: readonly Candidate[]): PartnerName | undefined {
  if (request.routedTo !== undefined) return request.routedTo;
  const able = partners.filter((partner) => canServe(partner, request)).map(({ name }) => name);
  return able.find((name) => request.health[name] !== 'down') ?? able[0];
}
