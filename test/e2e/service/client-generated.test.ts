/** The generated client's types: what it refuses, and what a refusal is. The command line takes it through lives. */
import { printAndMail } from '../../../client/index.ts';
import { ada, grace, text } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));

let api: ReturnType<typeof printAndMail>;
beforeAll(() => {
  api = printAndMail(service.baseUrl);
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
    // @ts-expect-error: a fax without a number
    () => api.POST('/fax-jobs', { body: { quote_id: 'quote_1', fax: { text } } }),
    // @ts-expect-error: a letter without a sender
    () => api.POST('/jobs', { body: { quote_id: 'q', letter: { to: ada, text } } }),
    // @ts-expect-error: no such path
    () => api.GET('/letters', {}),
  ];
  expect(refused).toHaveLength(4);
});
