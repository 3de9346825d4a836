/** Compares three books for one day: payments, partner orders and jobs. Each is read once, page by page. */
import { productNames } from '../core/product.ts';
import type { PartnerDeps } from '../fulfilment/partner.ts';
import type { Partner } from '../ports.ts';
import {
  type AuditDeps,
  type Book,
  type Counts,
  type Finding,
  jobsPaidOn,
  ordersOn,
  paymentsOn,
} from './audit-compare.ts';
import type { Difference } from './audit-rules.ts';

export interface Comparison {
  readonly counts: Counts;
  readonly differences: readonly Difference[];
  /** The books that were not read to the end, if any. */
  readonly stoppedAt: string | undefined;
}

class OutOfTime extends Error {}

/** The number of entries compared at the same time. */
const atOnce = 20;

/** Reads the books one after another. If one cannot be read, the others are still compared. */
export async function compareBooks(deps: AuditDeps, day: string, until: number): Promise<Comparison> {
  const counts: Record<keyof Counts, number> = { payments: 0, orders: 0, jobs: 0, foreign: 0, unasked: 0, changing: 0 };
  const differences: Difference[] = [];
  const met = new Set<string>();
  const changing = new Set<string>();
  const unread: string[] = [];

  const mindTheTime = () => {
    if (deps.clock.now() >= until) throw new OutOfTime();
  };
  const take = (finding: Finding) => {
    for (const name of finding.counted) counts[name] += 1;
    if (finding.changing !== undefined) changing.add(finding.changing.id);
    differences.push(...(finding.differences ?? []));
  };

  /** Compares each page before it requests the next one. An entry that is listed twice is compared once. */
  async function read<T>({ page, idOf, compare }: Book<T>): Promise<void> {
    const compareOnce = async (item: T) => {
      const id = idOf(item);
      if (met.has(id)) return;
      met.add(id);
      take(await compare(item, (other) => met.has(other)));
    };
    let after: string | undefined;
    do {
      mindTheTime();
      const { items, next } = await page(after);
      for (let at = 0; at < items.length; at += atOnce) {
        mindTheTime();
        await Promise.all(items.slice(at, at + atOnce).map(compareOnce));
      }
      after = next;
    } while (after !== undefined);
  }

  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    ['the payments', () => read(paymentsOn(deps, day))],
    ...partnersOf(deps).map(([name, partner]) => [name, () => read(ordersOn(deps, partner, day))] as const),
    ['the jobs', () => read(jobsPaidOn(deps, day))],
  ];
  for (const [name, step] of steps)
    try {
      await step();
    } catch (error) {
      deps.log.info('audit interrupted', { reason: name, error });
      const isOver = error instanceof OutOfTime;
      unread.push(`${name}, ${isOver ? 'out of time' : 'which could not be read'}`);
      if (isOver) break;
    }
  const stoppedAt = unread.length === 0 ? undefined : unread.join('; ');
  return { counts: { ...counts, changing: changing.size }, differences, stoppedAt };
}

/** Every partner, with a name for people. */
function partnersOf({ partners, primaryNames, backups }: PartnerDeps): (readonly [name: string, partner: Partner])[] {
  return productNames.flatMap((product) => {
    const first = { name: primaryNames[product], partner: partners[product] };
    return [first, backups[product]].flatMap((one) =>
      one?.partner === undefined ? [] : [[`the ${product} orders at ${one.name}`, one.partner] as const],
    );
  });
}
