/** A quote of one product is refused by the job endpoints of the others: docs/contract.md, "Errors". */

import { letterOf, text } from '../../support/e2e/client.ts';
import { checkOf, faxOf, registered } from '../../support/e2e/desk.ts';
import { inBothModes } from '../../support/e2e/modes.ts';

describe.each(inBothModes())('in %s mode', (_mode, service) => {
  let account: string;
  beforeAll(async () => {
    account = await registered(service);
  });

  const quotes = {
    '/quotes': { country: 'US', text },
    '/check-quotes': { country: 'US' },
    '/fax-quotes': { country: 'US', text },
  };
  const jobs = {
    '/jobs': (quoteId: string) => letterOf(quoteId),
    '/check-jobs': (quoteId: string) => checkOf(quoteId, account),
    '/fax-jobs': (quoteId: string) => faxOf(quoteId),
  };
  const own = { '/quotes': '/jobs', '/check-quotes': '/check-jobs', '/fax-quotes': '/fax-jobs' } as const;

  describe.each(Object.keys(quotes) as (keyof typeof quotes)[])('a quote of %s', (quotePath) => {
    test.each(Object.keys(jobs) as (keyof typeof jobs)[])('at %s', async (jobPath) => {
      const { quote_id } = await service.make(quotePath, quotes[quotePath]);
      const answer = await service.post(jobPath, jobs[jobPath](quote_id));
      if (jobPath === own[quotePath]) return expect(answer.status).toBe(201);
      expect(answer).toMatchObject({
        status: 400,
        body: { field: 'quote_id', error: expect.stringContaining('quote_id') },
      });
      expect(service.factsOf(answer)).toEqual([]);
    });
  });

  test('an idempotency key of one product, sent again for another, makes no second job', async () => {
    const headers = { 'idempotency-key': 'one-key-for-both-products' };
    const letter = letterOf((await service.quote()).quote_id);
    const fax = faxOf((await service.make('/fax-quotes', quotes['/fax-quotes'])).quote_id);
    expect((await service.post('/jobs', letter, headers)).status).toBe(201);
    const answer = await service.post('/fax-jobs', fax, headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } });
  });
});
