/** The typical mistakes of an API developer: each gets exactly this sentence, which says what to do. */
import { type Json, letterOf, text } from '../../support/e2e/client.ts';
import { registered } from '../../support/e2e/desk.ts';
import { mistakes } from '../../support/e2e/mistakes/mistakes.ts';
import type { Mistake } from '../../support/e2e/mistakes/requests.ts';
import { running, startService } from '../../support/e2e/service.ts';

const service = running(() => startService());

let ids: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const [letter, canada, check, fax] = await Promise.all([
    service.quote(),
    service.quote({ country: 'CA', province_or_state: 'ON' }),
    service.make('/check-quotes', { country: 'US' }),
    service.make('/fax-quotes', { country: 'US', text }),
  ]);
  const job = await service.make('/jobs', letterOf(letter.quote_id));
  ids = {
    $job: job.job_id,
    ...{ $letter: letter.quote_id, $canada: canada.quote_id, $check: check.quote_id, $fax: fax.quote_id },
    $bank: await registered(service),
  };
});

const withIds = (sent: string) => sent.replace(/\$\w+/g, (name) => ids[name] ?? name);

async function answerTo([, route, sent, , , headers = {}]: Mistake, accept = 'application/json') {
  const [method = '', path = ''] = route.split(' ');
  const address = path.startsWith('../') ? service.origin + path.slice(2) : service.baseUrl + withIds(path);
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: sent === undefined ? null : typeof sent === 'string' ? sent : withIds(JSON.stringify(sent)),
  });
  const body: Json = await response.json();
  return { status: response.status, headers: response.headers, body };
}

test.each(mistakes.map((mistake) => [mistake[1], mistake[0], mistake] as const))(
  '%s: %s',
  async (_route, _made, mistake) => {
    const [, , , wanted, sentence] = mistake;
    const { status, body } = await answerTo(mistake);
    expect([status, body.warnings?.join(' ') ?? body.hint ?? body.error]).toEqual([wanted, sentence]);
    // A refusal is for programs, too: a code, and each of several faults.
    if (status >= 400) expect(body.code).toMatch(/^[a-z_]+$/);
    for (const { field, error, code } of body.errors ?? []) {
      expect(error).toContain(field);
      expect(code).toMatch(/^field_(?:missing|invalid|unknown)$/);
    }
  },
);

const named = (made: string) => mistakes.find(([name]) => name === made) as Mistake;

test('several faults are listed one by one', async () => {
  const { body } = await answerTo(named('three mistakes'));
  expect(body.errors).toEqual([
    { field: 'country', error: 'country must be "US" or "CA".', code: 'field_invalid' },
    { field: 'color', error: 'color must be true or false, and a string was sent.', code: 'field_invalid' },
    { field: 'text', error: 'text must be a string, and a number was sent: put it in quotes.', code: 'field_invalid' },
  ]);
  const { body: renamed } = await answerTo(named('quoteId'));
  expect(renamed.errors.map(({ field, code }: Json) => [field, code])).toEqual([
    ['quote_id', 'field_missing'],
    ['quoteId', 'field_unknown'],
  ]);
});

test('a known path with another method names its methods in a header, too', async () => {
  expect((await answerTo(named('GET for POST'))).headers.get('allow')).toBe('POST');
  expect((await answerTo(named('/me'))).headers.get('allow')).toBeNull();
});

test.each(['three mistakes', 'quoteId', 'GET for POST', 'a job that is none'])(
  'the answer to %s is a problem of RFC 9457 for clients that prefer it, with the same members',
  async (made) => {
    const plain = await answerTo(named(made));
    const problem = await answerTo(named(made), 'application/problem+json');
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(problem.headers.get('vary')).toContain('accept');
    expect(problem.body).toEqual({
      ...plain.body,
      type: plain.body.docs_url,
      title: expect.stringMatching(/^[A-Z][a-z ]+$/),
      status: plain.status,
      detail: plain.body.hint ?? plain.body.error,
    });
  },
);

test('a warning about a field stays with the job, so that a retry has the same bytes', async () => {
  const { quote_id } = await service.quote();
  const order = (extra: object) => ({ ...JSON.parse(withIds(JSON.stringify(named('zip')[2]))), quote_id, ...extra });
  const first = await service.post('/jobs', order({ idempotency_key: 'loud-1' }));
  const again = await service.post('/jobs', order({ idempotency_key: 'loud-1', another: 'field' }));
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.text).toBe(first.text);
  expect(first.body.warnings[0]).toMatch(/^letter\.to\.zip is not a field of this request/);
});
