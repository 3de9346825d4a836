/** The contract's tables of statuses and events, compared with the code. Fields are told by /v1/docs alone. */

import { publicStatus, type State } from '../../shared/domain/job/lifecycle.ts';
import { transitions } from '../../shared/domain/job/transitions.ts';
import { stripeEventTypes } from '../../shared/partners/stripe/event.ts';
import { catalogue } from '../../shared/products/index.ts';
import { type Shape, shape } from '../support/docs/openapi-shapes.ts';
import { pageAt, tableOf } from '../support/markdown.ts';

const contract = pageAt('docs/contract.md');
const rowsOf = (heading: string, column: string) => tableOf(contract, heading, column).rows;

/** The rows of a table that count for one of its columns, by their first cell. */
function cellsIn(heading: string, first: string, column: string): string[] {
  const { header, rows } = tableOf(contract, heading, first);
  const at = header.indexOf(column);
  return rows.flatMap((row) => (row[at] === '–' ? [] : (row[0] ?? '').split(', ')));
}

const valuesOf = ({ enum: values, const: only = '' }: Shape) => [...(values ?? [only])].sort();

const products = Object.keys(catalogue);
const titled = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

test.each<[heading: string, first: string, column: string, shape: Shape]>([
  ['Statuses', 'Status', 'Status', shape('LetterStatus', 'status')],
  ['Refunds', 'Refund', 'Refund', shape('LetterStatus', 'refund')],
  ['Checked addresses', 'Status', 'Status', shape('LetterStatus', 'address_check', 'status')],
  ['Timeline', 'Step', 'Step', shape('Timeline', 'step')],
  ['Test mode', 'payment_mode', 'payment_mode', shape('Health', 'payment_mode')],
  ...products.flatMap((name): [string, string, string, Shape][] => [
    ['Fulfillment status', 'Status', titled(name), shape(`${titled(name)}Status`, 'fulfillment_status')],
    ['Delivery status', 'Status', titled(name), shape(`${titled(name)}Status`, 'delivery_status')],
  ]),
])('%s: %s, %s has the values of the schema', (heading, first, column, values) => {
  expect(cellsIn(heading, first, column).sort()).toEqual(valuesOf(values));
});

test('docs/contract.md lists the payment events that change a job', () => {
  expect(rowsOf('Payment events', 'Event').map(([event]) => event)).toEqual(stripeEventTypes);
});

test('docs/contract.md lists the possible changes of status', () => {
  const order = { id: 'order', stage: 'accepted', readAt: 0 } as const;
  const possible = Object.entries(transitions).flatMap(([from, cells]) => {
    const before = publicStatus({ state: from as State });
    // A job whose order a partner has had is never shown as merely paid again.
    const held = { paid: [{}, { partner: order }], fulfilled: [{ partner: order }] } as const;
    return (held[before as keyof typeof held] ?? [{}]).flatMap((partner) =>
      Object.values(cells).map(({ to }) => [
        publicStatus({ state: from as State, ...partner }),
        publicStatus({ state: to, ...partner }),
      ]),
    );
  });
  const changes = new Set(possible.filter(([from, to]) => from !== to).map((pair) => pair.join(' → ')));
  const told = rowsOf('Statuses', 'From').map(([from, to]) => `${from} → ${to}`);
  expect(told.sort()).toEqual([...changes].sort());
});
