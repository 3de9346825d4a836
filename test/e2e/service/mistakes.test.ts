/** Typical mistakes of API developers. The response to each has one sentence that says what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, letterOf, text } from '../../support/e2e/client.ts';
import { checkOf, faxOf, registerAccount } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));

let ids: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const [letter, check, fax] = await Promise.all([
    service.quote(),
    service.make('/check-quotes', { country: 'US' }),
    service.make('/fax-quotes', { country: 'US', text }),
  ]);
  const job = await service.make('/jobs', letterOf(letter.quote_id));
  ids = {
    $job: job.job_id,
    $letter: letter.quote_id,
    $check: check.quote_id,
    $fax: fax.quote_id,
    $bank: await registerAccount(service),
  };
});

const withIds = (template: string) => template.replace(/\$\w+/g, (name) => ids[name] ?? name);

const validRequests: Readonly<Record<string, Json>> = {
  quote: { country: 'US', text },
  letter: letterOf('$letter'),
  check: checkOf('$check', '$bank'),
  fax: faxOf('$fax', { to_number: '+12125550199' }),
};

/** A merge patch (RFC 7396). */
function patched(value: Json, patch: Json): Json {
  if (typeof patch !== 'object' || patch === null || typeof value !== 'object') return patch;
  const changed = Object.entries(patch).map(([name, change]) => [name, patched(value?.[name], change)]);
  const all = { ...value, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(all).filter(([, member]) => member !== null));
}

function bodyOf(line: string): string {
  const [, name = '', changes = '{}'] = /^(\w+)(?: (\{.*))?$/.exec(line) ?? [];
  const body = name in validRequests ? JSON.stringify(patched(validRequests[name], JSON.parse(changes))) : line;
  return body.replace(/<([^>]*)>\*(\d+)/g, (_, unit: string, times) => unit.repeat(Number(times)));
}

// The first lines of mistakes.txt explain its format.
const table = readFileSync(join(import.meta.dirname, 'mistakes.txt'), 'utf8').replace(/^#.*\n/gm, '');
const mistakes = table.split(/^@ /m).flatMap((section) => {
  const [, route = '', status = ''] = /^(\S+ \S+) (\d+)\n/.exec(section) ?? [];
  const rows = section.matchAll(/^([^:<>\n].*)\n(?:: (\S+) (.*)\n)?(?:> (.*)\n)?< (.*)$/gm);
  return [...rows].map(([, name = '', header, value = '', body, sentence = '']) => ({
    name,
    route,
    status: Number(status),
    sentence,
    body: body && bodyOf(body),
    headers: header === undefined ? {} : { [header]: value },
  }));
});
type Mistake = (typeof mistakes)[number];

async function send({ route, body, headers }: Mistake) {
  const [method = '', path = ''] = route.split(' ');
  // A path that begins with `../` is outside /v1.
  const url = path.startsWith('../') ? service.origin + path.slice(2) : service.baseUrl + withIds(path);
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: body === undefined ? null : withIds(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}

test('every row of mistakes.txt is read', () => {
  expect(mistakes).toHaveLength(table.match(/^< /gm)?.length ?? 0);
  expect(mistakes.length).toBeGreaterThan(60);
});

test.each(mistakes.map((mistake) => [mistake.route, mistake.name, mistake] as const))(
  '%s, mistake “%s”: the response says what to do',
  async (_route, _name, mistake) => {
    const { status, body } = await send(mistake);
    expect([status, body.warnings?.join(' ') ?? body.hint ?? body.error]).toEqual([mistake.status, mistake.sentence]);
    // For programs, an error has a code, and each of several errors has its own.
    if (status >= 400) expect(body.code).toMatch(/^[a-z_]+$/);
    for (const { field, error, code } of body.errors ?? []) {
      expect(error).toContain(field);
      expect(code).toMatch(/^field_(?:missing|invalid|unknown)$/);
    }
  },
);

const mistakeNamed = (name: string) => mistakes.find((mistake) => mistake.name === name) as Mistake;

test('for a wrong method, the Allow header lists the right ones', async () => {
  expect((await send(mistakeNamed('GET for POST'))).headers.get('allow')).toBe('POST');
  // No method is right for an unknown path.
  expect((await send(mistakeNamed('/me'))).headers.get('allow')).toBeNull();
});
