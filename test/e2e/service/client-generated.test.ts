/** The generated client against the real service: its types match the document, its calls match the service. */

import { type LetterQuote, newKey, printAndMail } from '../../../client/index.ts';
import { ada, grace, text, until } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { letterPrice } from '../../support/prices.ts';

const service = running(() => startService(textOnly));

let api: ReturnType<typeof printAndMail>;
beforeAll(async () => {
  api = printAndMail(service.baseUrl);
});

/** The data of a call that must have gone well. */
async function done<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await call;
  if (data == null) throw new Error(JSON.stringify(error));
  return data;
}

const statusOf = (job_id: string) => done(api.GET('/jobs/{job_id}', { params: { path: { job_id } } }));

test('a letter goes through its life: quoted, ordered once, paid, mailed, certified', async () => {
  const quote: LetterQuote = await done(api.POST('/quotes', { body: { country: 'US', text, color: true } }));
  expect(quote).toMatchObject({ service: 'letter', pages: 1, ...letterPrice({ color: true }) });

  const order = {
    params: { header: { 'Idempotency-Key': newKey() } },
    body: {
      quote_id: quote.quote_id,
      letter: { to: { ...ada, addressLine1: '1 TEST MAILED ST' }, from: grace, text },
    },
  };
  const job = await done(api.POST('/jobs', order));
  const again = await api.POST('/jobs', order);
  expect(again.response.status).toBe(200);
  expect(again.data).toEqual(job);

  await service.pay(job.checkout_url);
  const settled = await until(
    () => statusOf(job.job_id),
    ({ status }) => status === 'fulfilled',
  );
  if (settled.service !== 'letter') throw new Error('a letter was ordered');
  expect(settled).toMatchObject({
    payment_status: 'paid',
    fulfillment_status: 'mailed',
    delivery_status: 'untracked',
  });

  const params = { path: { job_id: job.job_id } };
  expect(await done(api.GET('/jobs/{job_id}/receipt', { params }))).toMatchObject({ status: 'mailed' });
  const letterId = { path: { letter_id: settled.letter_id ?? '' } };
  expect(await done(api.GET('/letters/{letter_id}', { params: letterId }))).toMatchObject({ id: settled.letter_id });
});

test('a refusal is typed: its code is one of a closed list', async () => {
  const { error, response } = await api.POST('/jobs', {
    body: { quote_id: 'quote_1', letter: { to: ada, from: grace, text } },
  });
  const code: 'quote_unknown' | undefined = error?.code === 'quote_unknown' ? error.code : undefined;
  expect([response.status, code]).toEqual([400, 'quote_unknown']);
});

test('a call that the service would refuse does not compile', () => {
  const refused = [
    // @ts-expect-error: no such country
    () => api.POST('/quotes', { body: { country: 'FR', text } }),
    // @ts-expect-error: no content
    () => api.POST('/quotes', { body: { country: 'US' } }),
    // @ts-expect-error: a fax without a number
    () => api.POST('/fax-jobs', { body: { quote_id: 'quote_1', fax: { text } } }),
    // @ts-expect-error: an address without any name
    () => api.POST('/jobs', { body: { quote_id: 'q', letter: { to: { ...ada, name: null }, from: grace, text } } }),
    // @ts-expect-error: no such path
    () => api.GET('/letters', {}),
  ];
  expect(refused).toHaveLength(5);
});
