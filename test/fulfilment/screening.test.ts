/** The operator's list of names and places: who stands on it waits for a person, and without an answer nobody is served. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandScreening, listScreening } from '../../shared/adapters/screening.ts';
import { checkConfig } from '../../shared/compose/config.ts';
import { entriesIn, isListed, type Screened } from '../../shared/core/fraud/screening.ts';
import type { Screening } from '../../shared/ports/screening.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { command, stateOf } from '../support/operated.ts';

const folder = mkdtempSync(join(tmpdir(), 'screening-'));
const fileOf = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const programOf = (name: string, script: string) => {
  const path = fileOf(name, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
};

const ada: Screened = {
  names: ['Ada Lovelace', 'Analytical Engines Ltd.'],
  places: ['12 Main St Springfield IL 62701 US'],
};

test.each([
  ['ada LOVELACE', true],
  ['Lovelace, Ada', true],
  ['Ádà Lóvelace', true],
  ['Аdа Lovelace', true],
  ['Engines Analytical', true],
  ['place: Springfield', true],
  ['PLACE:springfield, il', true],
  ['place: Lovelace', false],
  ['Springfield', false],
  ['Ada Lovelace King', false],
  ['Ada Engines', false],
  ['# Ada Lovelace', false],
  ['place:', false],
  [' ; , ', false],
])('the line %j lets the order wait: %s', (line, isFound) => {
  expect(isListed(entriesIn(`Somebody Else\r\n${line}\n`), ada)).toBe(isFound);
});

const screened = (deps: MemoryDeps, screening: Screening) => Object.assign(deps, { screening });

test('a match parks the paid order with an alarm that names nobody; a person lets it go, or pays it back', async () => {
  for (const [act, ended] of [
    ['resubmit', { state: 'fulfilled' }],
    ['refund', { state: 'failed', refund: 'issued' }],
  ] as const) {
    const deps = memoryDeps();
    const jobId = await sold(
      screened(deps, { isMatch: async (order) => isListed(entriesIn('place: Springfield'), order) }),
    );
    await deps.clock.wind(5_000);
    expect(await jobOf(deps, jobId)).toMatchObject({ state: 'parked', isHeld: true });
    expect(deps.alarms).toContainEqual({
      message: 'held back',
      fields: { jobId, product: 'letter', reason: 'screening' },
    });
    await command(deps, act, { job_id: jobId });
    await deps.clock.wind(5_000);
    expect(await stateOf(deps, jobId)).toMatchObject(ended);
  }
});

test.each([
  ['an empty list', () => listScreening(fileOf('empty.txt', '# nobody yet\n'), { now: Date.now })],
  ['a list in UTF-16', () => listScreening(fileOf('wide.txt', 'S\0o\0m\0e\0'), { now: Date.now })],
  ['no list', () => listScreening(join(folder, 'none.txt'), { now: Date.now })],
  ['a list in a private network', () => listScreening('https://127.0.0.1/list.txt', { now: Date.now })],
  ['a program that fails', () => commandScreening(programOf('fails', 'echo clear; exit 1'))],
  ['a program that says something else', () => commandScreening(programOf('mumbles', 'echo clearly'))],
  ['no program', () => commandScreening(join(folder, 'none'))],
])('with %s nothing is handed over, a person is called, and the order stays paid', async (_, made) => {
  const deps = memoryDeps();
  const screening = made();
  await expect(screening.isMatch(ada)).rejects.toThrow(/screening|ENOENT/);
  const jobId = await sold(screened(deps, { isMatch: () => Promise.reject(new Error('no answer')) }));
  await deps.clock.wind(5_000);
  expect(deps.orders.all()).toEqual([]);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  expect(deps.alarms.map(({ message }) => message)).toContain('screening gives no answer');
});

test('a list is read from its file, and again after ten minutes', async () => {
  let now = 0;
  const path = fileOf('list.txt', 'Somebody Else');
  const screening = listScreening(path, { now: () => now });
  const found = [await screening.isMatch(ada)];
  writeFileSync(path, 'Ada Lovelace');
  for (now of [599_999, 600_000]) found.push(await screening.isMatch(ada));
  expect(found).toEqual([false, false, true]);
});

test('a program reads names and places as JSON, and its word decides', async () => {
  const screening = commandScreening(programOf('asks', 'grep -q "Ada Lovelace" && echo match || echo clear'));
  expect(await screening.isMatch(ada)).toBe(true);
  expect(await screening.isMatch({ names: ['$(reboot); `id`'], places: [] })).toBe(false);
});

test('the sender is screened as the recipient is', async () => {
  const seen: Screened[] = [];
  const deps = memoryDeps();
  await sold(screened(deps, { isMatch: async (order) => seen.push(order) < 0 }));
  expect(seen).toMatchObject([{ names: ['Ada Lovelace', 'Ada Lovelace'], places: { length: 2 } }]);
});

test('a fax names nobody, and is not screened', async () => {
  const deps = memoryDeps();
  const jobId = await sold(screened(deps, { isMatch: () => Promise.reject(new Error('asked')) }), 'fax');
  await deps.clock.wind(5_000);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('the operator chooses the list or the program, and an address is an https one', () => {
  expect(checkConfig({ SCREENING_LIST: 'a', SCREENING_COMMAND: 'b' }).join()).toContain(
    'are both set: keep one of them',
  );
  expect(checkConfig({ SCREENING_LIST: 'http://example.com/list' }).join()).toContain('SCREENING_LIST must be');
  expect(checkConfig({ SCREENING_LIST: '/srv/list.txt' })).toEqual([]);
});
