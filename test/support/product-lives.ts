/** The facts of each product that the lifecycle tests need: its words, and the pace of its stages. */
import type { ProductName } from '../../shared/domain/names.ts';
import { productNamed } from '../../shared/products/index.ts';
import { forEachProduct } from './fakes/deps.ts';

export interface Description {
  /** `fulfillment_status` once the partner holds it, and once it has left. */
  readonly held: string;
  readonly left: string;
  /** The receipt's word, and the name of its time, once it has left. */
  readonly receipt: 'mailed' | 'sent';
  /** Long enough for the simulated partner to let it go. */
  readonly leavesWithinMs: number;
  readonly partnerId: RegExp;
}

const mailed = { held: 'in_production', left: 'mailed', receipt: 'mailed', leavesWithinMs: 125_000 } as const;
const sent = { held: 'queued', left: 'sent', receipt: 'sent', leavesWithinMs: 5_000 } as const;

export const lives: Readonly<Record<ProductName, Description>> = forEachProduct((product) => ({
  ...(productNamed(product).leftAs === 'mailed' ? mailed : sent),
  partnerId: new RegExp(`^${product === 'check' ? 'cheque' : product}_`),
}));
