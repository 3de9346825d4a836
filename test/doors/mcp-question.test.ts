/** The question before a client opens the page of an order names what is bought, for whom and for how much. */
import type { ProductName } from '../../shared/domain/product-names.ts';
import { pricesFor } from '../../shared/web/mcp/instructions.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { requestFor, samples } from '../support/fakes/orders.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const pays = 'open the page on which you look at it and pay';

test.each<[ProductName, string]>([
  ['letter', 'Letter to Ada Lovelace'],
  ['check', 'Check for $125.50 to Compilers Ltd'],
  ['fax', 'Fax to +1 212-555-0199'],
])('a %s', async (product, what) => {
  const deps = memoryDeps();
  const send = clientOf(versions[0], deps);
  const use = (name: string, given: object) => send('tools/call', { name, arguments: given });
  const { structuredContent } = await use(`quote_${product}`, samples[product].quote);
  const { quote_id, total, currency, tax_label } = structuredContent ?? {};
  const price = currency === 'USD' ? `${total} USD` : `${total} including ${tax_label}`;
  const { inputRequests } = await use(`create_${product}_job`, requestFor(product, quote_id, 'none'));
  const { message = '', url } = inputRequests?.pay.params ?? {};
  expect(message).toBe(`${what}: ${pays} ${price}? Nothing is charged until you pay there.`);
  expect(url).toMatch(/\/v1\/pay\/pay_/);
});

test('the price list names the currency of each product and destination', () => {
  const { currency } = JSON.parse(pricesFor(['letter', 'fax']).text);
  expect(currency).toEqual({ letter: { US: 'USD', CA: 'CAD' }, fax: { US: 'USD', CA: 'USD' } });
});
