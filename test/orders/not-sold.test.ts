/** Products that are not for sale: they can't be ordered, and an earlier order that is then paid is sent or refunded. */
import { modeProblems } from '../../shared/config/modes.ts';
import { productNames } from '../../shared/domain/names.ts';
import { notForSaleNotices, productsForSale, productsWithPartner } from '../../shared/partners/catalogue.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { cancel } from '../support/fakes/given.ts';
import { orderedAs, paid, placedAs, quotedAs, requestFor } from '../support/fakes/orders.ts';

/** The same service, started again without a fax partner. */
function withoutFaxes(deps: MemoryDeps): void {
  const { fax: _, ...partners } = deps.partners;
  const { fax: __, ...partnerNames } = deps.partnerNames;
  const sold = productsForSale({ FAX_PARTNER: 'none' });
  Object.assign(deps, { partners, partnerNames, settings: { ...deps.settings, sold } });
}

test('without a fax partner, a fax that is paid later fails and is refunded, and an unpaid fax can be canceled', async () => {
  const deps = memoryDeps();
  const [paidLater, unpaid] = [await placedAs(deps, 'fax'), await placedAs(deps, 'fax')];
  withoutFaxes(deps);
  await paid(deps, paidLater);
  await deps.clock.advance(5_000);
  expect(await deps.jobs.get(paidLater)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(await cancel(deps, unpaid)).toMatchObject({ body: { cancelled: true } });
});

test.each([
  ['letter,fax', ['letter', 'fax']],
  ['fax,check', ['check', 'fax']],
  ['none', []],
])('with PRODUCTS=%s, only the named products are for sale', (PRODUCTS, sold) => {
  const others = productNames.filter((name) => !sold.includes(name));
  expect(productsForSale({ PRODUCTS })).toEqual(sold);
  expect(productsWithPartner({ PRODUCTS })).toEqual(productNames);
  expect(notForSaleNotices({ PRODUCTS })).toEqual(
    others.map((name) => `Not for sale here: ${name}. PRODUCTS does not list it.`),
  );
});

test('with an empty PRODUCTS, every product is for sale', () => {
  expect([productsForSale({ PRODUCTS: '' }), notForSaleNotices({ PRODUCTS: '' })]).toEqual([productNames, []]);
});

test('a product that is not for sale is neither quoted nor ordered, and an earlier order is still sent once it is paid', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'check');
  const jobId = await placedAs(deps, 'check');
  Object.assign(deps, { settings: { ...deps.settings, sold: productsForSale({ PRODUCTS: 'letter,fax' }) } });
  const refused = { code: 'not_sold', message: 'This service does not take check orders. It offers: letter, fax.' };
  await expect(quotedAs(deps, 'check')).rejects.toMatchObject(refused);
  await expect(orderedAs(deps, 'check', requestFor('check', quote_id, 'none'))).rejects.toMatchObject(refused);
  await paid(deps, jobId);
  await deps.clock.advance(5_000);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
});

test.each([
  [{ PAYMENT_MODE: 'real' }, ['letter', 'fax'], ['Not for sale here: check. PRODUCTS does not list it.']],
  [{ PAYMENT_MODE: 'real', PRODUCTS: productNames.join() }, productNames, []],
  [{ PAYMENT_MODE: 'mock' }, productNames, []],
])('checks are sold only if PRODUCTS names them or payments are in test mode (%o)', (environment, sold, notices) => {
  expect(notForSaleNotices(environment)).toEqual(notices);
  expect(productsForSale(environment)).toEqual(sold);
});

test('a product that is not for sale still needs the keys of its partner', () => {
  expect(modeProblems({ PAYMENT_MODE: 'real', PRODUCTS: 'letter' }).join()).toContain('TELNYX_API_KEY');
});
