/** The contract's tables of fields, values, routes, codes and statuses, compared with the code. */
import { manifest } from '../../functions/manifest.ts';
import { stripeEventTypes } from '../../shared/adapters/payments/stripe/event.ts';
import { publicStatus, type State, transitions } from '../../shared/core/job.ts';
import { statusOfRefusal } from '../../shared/doors/http/problem.ts';
import { catalogue } from '../../shared/products/index.ts';
import { type Shape, shape } from '../support/docs/openapi-shapes.ts';
import { pageAt, tableOf } from '../support/markdown.ts';
import { tools } from '../support/mcp-tools.ts';

const contract = pageAt('docs/contract.md');
const rowsOf = (heading: string, column: string) => tableOf(contract, heading, column).rows;

/** The rows of a table that count for one of its columns, by their first cell. */
function cellsIn(heading: string, first: string, column: string): [name: string, cell: string][] {
  const { header, rows } = tableOf(contract, heading, first);
  const at = header.indexOf(column);
  return rows.flatMap((row): [string, string][] => (row[at] === '–' ? [] : [[row[0] ?? '', row[at] ?? '']]));
}

const valuesOf = ({ enum: values, const: only = '' }: Shape) => [...(values ?? [only])].sort();

const products = Object.keys(catalogue);
const titled = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

describe('fields are those of the OpenAPI document', () => {
  test.each<[heading: string, column: string, shape: Shape]>([
    ['Addresses', 'Presence', shape('Address')],
    ['Price fields', 'Presence', shape('Price')],
    ['Bank accounts', 'Presence', shape('BankAccountRequest')],
    ['Removing an account', 'Presence', shape('RemovedBankAccount')],
    ['Payment events', 'Presence', shape('PaymentEventAnswer')],
    ['Cancelling', 'Presence', shape('Cancellation')],
    ['Timeline', 'Presence', shape('Timeline').items ?? shape('Timeline')],
    ['Expected delivery', 'Presence', shape('ExpectedDelivery')],
    ['Notify', 'Presence', shape('LetterJobRequest', 'notify')],
    ['Receipts', 'Presence', shape('Receipt')],
    ...products.flatMap((name): [string, string, Shape][] => [
      ['Quote requests', titled(name), shape(`${titled(name)}QuoteRequest`)],
      ['Quote answers', titled(name), shape(`${titled(name)}Quote`)],
      ['Orders', titled(name), shape(`${titled(name)}JobRequest`, name)],
      ['New jobs', titled(name), shape(`${titled(name)}Job`)],
      ['Status fields', titled(name), shape(`${titled(name)}Status`)],
    ]),
  ])('%s: %s', (heading, column, { properties, required = [] }) => {
    const told = cellsIn(heading, 'Field', column).map(([field, cell]) => [field, /^(required|always)$/.test(cell)]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(Object.keys(properties).map((field) => [field, required.includes(field)])),
    );
  });
});

describe('values are those of the OpenAPI document', () => {
  test.each<[heading: string, first: string, column: string, shape: Shape]>([
    ['Statuses', 'Status', 'Status', shape('LetterStatus', 'status')],
    ['Payment status', 'Status', 'Status', shape('LetterStatus', 'payment_status')],
    ['Refunds', 'Refund', 'Refund', shape('LetterStatus', 'refund')],
    ['Cancelling', 'Refund', 'Refund', shape('Cancellation', 'refund')],
    ['Timeline', 'Step', 'Step', shape('Timeline', 'step')],
    ['Cancelling', 'Reason', 'Reason', shape('Cancellation', 'reason')],
    ['Notifications', 'State', 'State', shape('Notifications', 'recipients', 'state')],
    ['Notifications', 'Outcome', 'Outcome', shape('Notifications', 'recipients', 'attempts', 'outcome')],
    ['Receipts', 'Status', 'Status', shape('Receipt', 'status')],
    ['Test mode', 'payment_mode', 'payment_mode', shape('Health', 'payment_mode')],
    ...products.flatMap((name): [string, string, string, Shape][] => [
      ['Fulfilment status', 'Status', titled(name), shape(`${titled(name)}Status`, 'fulfillment_status')],
      ['Delivery status', 'Status', titled(name), shape(`${titled(name)}Status`, 'delivery_status')],
    ]),
  ])('%s: %s, %s', (heading, first, column, values) => {
    const told = cellsIn(heading, first, column).map(([value]) => value);
    expect(told.sort()).toEqual(valuesOf(values));
  });
});

const routes = manifest.flatMap(({ name, trigger }) =>
  'http' in trigger ? trigger.http.map((route) => [route as string, name] as const) : [],
);

test('the endpoints are the routes of the manifest', () => {
  const served = routes.map(([route]) => route).filter((route) => route !== '$default' && !route.startsWith('OPTIONS'));
  const told = rowsOf('Endpoints', 'Route').map(([route]) => route);
  expect(told.sort()).toEqual(served.sort());
});

test('the tools are those of the MCP door, each beside the route of its use case', () => {
  const nameOf = new Map(routes);
  const told = rowsOf('Assistants', 'Tool').map(([tool, route = '']) => [tool, nameOf.get(route)]);
  expect(told).toEqual(tools.map(({ name, useCase }) => [name, useCase.name]));
});

test('the codes of errors are all that there are, with their statuses', () => {
  const told = rowsOf('Errors', 'Code').map(([code, status]) => [code, Number(status)]);
  expect(Object.fromEntries(told)).toEqual(statusOfRefusal);
});

test("the payment provider's events are those that change something", () => {
  expect(rowsOf('Payment events', 'Event').map(([event]) => event)).toEqual(stripeEventTypes);
});

test('statuses change as the table of states lets them', () => {
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
