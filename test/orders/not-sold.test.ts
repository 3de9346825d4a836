/** A product without a partner: nobody can order it, and who has paid for it just then gets the money back. */
import { config } from '../../shared/config/config.ts';
import { modeProblems } from '../../shared/config/modes.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { madeProducts, soldProducts, unsoldProducts } from '../../shared/partners/catalogue.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, orderedAs, paid, placedAs, quotedAs, requestFor, samples } from '../support/fakes/orders.ts';

/** The same service, started again without a fax partner. */
function withoutFaxes(deps: MemoryDeps): void {
  const { fax: _, ...partners } = deps.partners;
  const { fax: __, ...partnerNames } = deps.partnerNames;
  const sold = soldProducts({ FAX_PARTNER: 'none' });
  Object.assign(deps, { partners, partnerNames, settings: { ...deps.settings, sold } });
}

const refusal = { code: 'not_sold', message: 'This service takes no order for a fax. It offers: letter, check.' };

test('it is not quoted, and an earlier quote makes no job; the others are sold as before', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'fax', samples.fax.quote);
  withoutFaxes(deps);
  await expect(quotedAs(deps, 'fax', samples.fax.quote)).rejects.toMatchObject(refusal);
  await expect(orderedAs(deps, 'fax', requestFor('fax', quote_id, 'none'))).rejects.toMatchObject(refusal);
  expect(await paid(deps, await placedAs(deps, 'letter'))).toMatchObject({ outcome: 'done' });
});

test('a fax that is paid afterwards fails and is refunded, and one that is not can be cancelled', async () => {
  const deps = memoryDeps();
  const [late, unpaid] = [await placedAs(deps, 'fax'), await placedAs(deps, 'fax')];
  withoutFaxes(deps);
  await paid(deps, late);
  await deps.clock.wind(5_000);
  expect(await deps.jobs.get(late)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(await ask(cancelJob, deps, { job_id: unpaid }, caller)).toMatchObject({ body: { cancelled: true } });
});

describe('a product that is switched off', () => {
  test.each([
    ['CHECKS', ['letter', 'fax']],
    ['LETTERS', ['check', 'fax']],
    ['FAXES', ['letter', 'check']],
  ])('%s=off stops its sale alone, and on or nothing sells all', (variable, others) => {
    expect(soldProducts({ [variable]: 'off' })).toEqual(others);
    for (const value of ['on', undefined]) expect(soldProducts({ [variable]: value })).toHaveLength(3);
    expect(madeProducts({ [variable]: 'off' })).toHaveLength(3);
    const says = `No ${variable.toLowerCase()} are sold here: ${variable} is off.`;
    expect(unsoldProducts({ [variable]: 'off' })).toEqual([says]);
    expect(config('partners', { [variable]: 'off' })).toMatchObject({ [variable]: 'off' });
    expect(() => config('partners', { [variable]: 'no' })).toThrow(`${variable} must be on or off`);
  });

  test('is neither quoted nor ordered, and one that is already paid goes on', async () => {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, 'check');
    const jobId = await placedAs(deps, 'check');
    Object.assign(deps, { settings: { ...deps.settings, sold: soldProducts({ CHECKS: 'off' }) } });
    const refused = { code: 'not_sold', message: 'This service takes no order for a check. It offers: letter, fax.' };
    await expect(quotedAs(deps, 'check')).rejects.toMatchObject(refused);
    await expect(orderedAs(deps, 'check', requestFor('check', quote_id, 'none'))).rejects.toMatchObject(refused);
    await paid(deps, jobId);
    await deps.clock.wind(5_000);
    expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
  });

  test.each([
    [{ PAYMENT_MODE: 'real' }, 'No checks are sold here: CHECKS is not on.'],
    [{ PAYMENT_MODE: 'real', CHECKS: '' }, 'No checks are sold here: CHECKS is not on.'],
    [{ PAYMENT_MODE: 'real', CHECKS: 'on' }, undefined],
    [{ PAYMENT_MODE: 'mock' }, undefined],
  ])('may be a check by default: with real payments it is sold once CHECKS=on says so (%o)', (environment, says) => {
    expect(unsoldProducts(environment)).toEqual(says === undefined ? [] : [says]);
    expect(soldProducts(environment).includes('check')).toBe(says === undefined);
    expect(soldProducts(environment)).toEqual(expect.arrayContaining(['letter', 'fax']));
  });

  test('keeps its partner, whose keys are needed', () => {
    const problems = modeProblems({ PAYMENT_MODE: 'real', FAXES: 'off' }).join();
    expect(problems).toContain('TELNYX_API_KEY');
    expect(problems).not.toContain('no faxes are sold');
  });
});

describe('the operator', () => {
  test('is told by each variable what is not sold', () => {
    expect(unsoldProducts({ FAX_PARTNER: 'none' })).toEqual(['No faxes are sold here: FAX_PARTNER is none.']);
    expect(unsoldProducts({})).toEqual([]);
  });

  test('needs no key of a fax partner then', () => {
    const problems = modeProblems({ PAYMENT_MODE: 'real', FAX_PARTNER: 'none' }).join();
    expect(problems).toContain('POSTGRID_API_KEY');
    expect(problems).not.toMatch(/TELNYX|FAX/);
  });
});
