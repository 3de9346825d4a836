/** One day in three books, each read once and held against the others; every difference is looked up by itself. */
import { isId } from '../core/ids.ts';
import type { Job, ProductName } from '../core/product.ts';
import { type PartnerDeps, partnerOf } from '../fulfilment/partner.ts';
import { paymentsOf } from '../fulfilment/payment.ts';
import type { ListedOrder, MoneyTaken, Partner, World } from '../ports.ts';
import { type Difference, type DifferenceKind, isUnderWay, moneyKinds, orderKinds } from './audit-rules.ts';

/** The part of the world that an audit reads. */
export type AuditDeps = PartnerDeps & Pick<World, 'clock' | 'jobs' | 'log' | 'payments' | 'settings'>;

class OutOfTime extends Error {}

export interface Counts {
  /** How many were looked at. */
  readonly payments: number;
  readonly orders: number;
  readonly jobs: number;
  /** Payments and orders of other services on the same accounts. */
  readonly foreign: number;
  /** Jobs whose partner is no longer configured, so that nobody could be asked. */
  readonly unasked: number;
  /** Jobs that have changed within the last hour, which another run can judge. */
  readonly changing: number;
}

/** What is compared at the same time. */
const atOnce = 20;

export class Books {
  readonly counts: Record<keyof Counts, number> = {
    payments: 0,
    orders: 0,
    jobs: 0,
    foreign: 0,
    unasked: 0,
    changing: 0,
  };
  readonly differences: Difference[] = [];
  readonly #world: AuditDeps;
  readonly #day: string;
  readonly #until: number;
  readonly #seen = new Set<string>();

  constructor(world: AuditDeps, day: string, until: number) {
    this.#world = world;
    this.#day = day;
    this.#until = until;
  }

  /** What was not read to its end, if anything: whoever cannot be read hides nobody else. */
  async compare(): Promise<string | undefined> {
    const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
      ['the payments', () => this.#payments()],
      ...partnersOf(this.#world).map(([name, partner]) => [name, () => this.#orders(partner)] as const),
      ['the jobs', () => this.#jobs()],
    ];
    const unread: string[] = [];
    for (const [name, step] of steps)
      try {
        await step();
      } catch (error) {
        this.#world.log.info('audit interrupted', { reason: name, error });
        const isOver = error instanceof OutOfTime;
        unread.push(`${name}, ${isOver ? 'out of time' : 'which could not be read'}`);
        if (isOver) break;
      }
    return unread.length === 0 ? undefined : unread.join('; ');
  }

  #payments(): Promise<void> {
    const { payments, settings } = this.#world;
    return this.#pages(
      async (after) => {
        const { payments: items, next } = await payments[settings.paymentProvider].movedOn(this.#day, after);
        return { items, next };
      },
      (money) => this.#payment(money),
    );
  }

  #orders(partner: Partner): Promise<void> {
    return this.#pages(
      async (after) => {
        const { orders: items, next } = await partner.ordersOn(this.#day, after);
        return { items, next };
      },
      (order) => this.#order(order),
    );
  }

  #jobs(): Promise<void> {
    const { jobs } = this.#world;
    return this.#pages(
      async (after) => {
        const { ids: items, next } = await jobs.paidOn(this.#day, after);
        return { items, next };
      },
      (id) => this.#job(id),
    );
  }

  /** The books agree on each page before the next one is asked for. */
  async #pages<T>(
    page: (after?: string) => Promise<{ readonly items: readonly T[]; readonly next: string | undefined }>,
    compare: (item: T) => Promise<void>,
  ): Promise<void> {
    let after: string | undefined;
    do {
      this.#mindTheTime();
      const { items, next } = await page(after);
      for (let at = 0; at < items.length; at += atOnce) {
        this.#mindTheTime();
        await Promise.all(items.slice(at, at + atOnce).map(compare));
      }
      after = next;
    } while (after !== undefined);
  }

  #mindTheTime(): void {
    if (this.#world.clock.now() >= this.#until) throw new OutOfTime();
  }

  /** Whether it is met for the first time. */
  #meet(id: string): boolean {
    const isNew = !this.#seen.has(id);
    this.#seen.add(id);
    return isNew;
  }

  #count(name: keyof Counts): void {
    this.counts[name] += 1;
  }

  #report(found: readonly DifferenceKind[], where: Omit<Difference, 'kind'>): void {
    for (const kind of found) this.differences.push({ kind, ...where });
  }

  /** Each such job is counted once, on whichever list it stands. */
  #isChanging(job: Job | undefined): boolean {
    if (job === undefined || !isUnderWay(job, this.#now())) return false;
    if (this.#meet(`changing ${job.id}`)) this.#count('changing');
    return true;
  }

  async #payment(money: MoneyTaken): Promise<void> {
    const { jobId, paymentId } = money;
    if (!this.#meet(paymentId)) return;
    this.#count('payments');
    if (jobId === undefined || !isId('job', jobId)) return this.#count('foreign');
    const job = await this.#world.jobs.get(jobId);
    if (this.#isChanging(job)) return;
    this.#report(moneyKinds(money, job, this.#now()), { job_id: jobId, payment_id: paymentId });
  }

  async #order(order: ListedOrder): Promise<void> {
    if (!this.#meet(order.id)) return;
    this.#count('orders');
    const jobId = order.reference?.replace(/-\d+$/, '');
    if (jobId === undefined || !isId('job', jobId)) return this.#count('foreign');
    const job = await this.#world.jobs.get(jobId);
    if (this.#isChanging(job)) return;
    this.#report(orderKinds(order, job, this.#now()), { job_id: jobId, partner_id: order.id });
  }

  /** What was not met in the day's lists, because one of them dates it a moment earlier or later, is asked for by itself. */
  async #job(id: string): Promise<void> {
    const job = await this.#world.jobs.get(id);
    if (job === undefined || !this.#meet(id)) return;
    this.#count('jobs');
    if (this.#isChanging(job)) return;
    await this.#paymentOf(job);
    if (job.state === 'fulfilled') await this.#orderOf(job);
  }

  async #paymentOf(job: Job): Promise<void> {
    const { payment } = job;
    if (payment === undefined || payment.amountCents === 0 || this.#seen.has(payment.id)) return;
    const money = await paymentsOf(this.#world, payment).taken(job.id, payment);
    const found = money === undefined ? (['payment_missing'] as const) : moneyKinds(money, job, this.#now());
    this.#report(found, { job_id: job.id, payment_id: payment.id });
  }

  async #orderOf(job: Job): Promise<void> {
    const { partner } = job;
    if (partner === undefined || this.#seen.has(partner.id)) return;
    const asked = partnerIfAny(this.#world, job);
    if (asked === undefined) return this.#count('unasked');
    if ((await asked.record(partner.id)) !== undefined) return;
    this.#report(['order_missing'], { job_id: job.id, partner_id: partner.id });
  }

  #now(): number {
    return this.#world.clock.now();
  }
}

/** Each by a name for people. */
function partnersOf({ partners, primaries, seconds }: PartnerDeps): (readonly [name: string, partner: Partner])[] {
  const products = Object.keys(partners) as ProductName[];
  return products.flatMap((product) => {
    const second = seconds[product];
    const first = [`the ${product} orders at ${primaries[product]}`, partners[product]] as const;
    return second === undefined
      ? [first]
      : [first, [`the ${product} orders at ${second.name}`, second.partner] as const];
  });
}

function partnerIfAny(world: PartnerDeps, job: Job): Partner | undefined {
  try {
    return partnerOf(world, job);
  } catch {
    return undefined;
  }
}
