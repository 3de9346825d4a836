/** An earlier order on the order form: its fields, and what became of it. */
import type { Job } from '../../domain/job/job.ts';
import { progressOf } from '../../orders/follow/progress.ts';
import { fieldsOf, type OrderForm, type Typed } from '../../pages/order-form/shape.ts';
import { standing } from '../../pages/progress.ts';
import type { PageRequest } from '../http/page.ts';

/** Each field by its path in the order, or by the name under which the order has it. */
export function fieldsInOrder(form: OrderForm, { order }: Job): Typed {
  const at = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], order);
  const named = (side: string) => [at(`${side}.firstName`), at(`${side}.lastName`)].filter(Boolean).join(' ');
  const others: Typed = { 'to.name': named('to'), 'from.name': named('from'), to_number: `${at('number') ?? ''}` };
  return Object.fromEntries(
    fieldsOf(form).map(({ name }) => {
      const value = others[name] ?? at(name);
      return [name, [value === true && 'yes', value].find((each) => typeof each === 'string') ?? ''];
    }),
  );
}

/** The order, as the form names it. */
export function againOf(job: Job, { deps, reader }: PageRequest) {
  const progress = progressOf(job, deps.clock.now());
  const { now, next } = standing(progress, reader);
  const { orderNumber, path } = progress;
  return {
    payCode: job.payCode,
    orderNumber,
    path,
    pages: job.content?.pages ?? 0,
    reason: [...now, ...next].join(' '),
  };
}
