/** The doctor opens the screening list as the service does, and asks the program once. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctor } from '../../lib/operator/doctor/doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'screening-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (content: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, 'list');
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode });
  return path;
};

async function visit(environment: Readonly<Record<string, string>>): Promise<string> {
  const lines: string[] = [];
  await doctor({ environment, fix: false, now: Date.now, print: (line) => void lines.push(line) });
  return lines.filter((line) => line.includes('SCREENING_')).join('\n');
}

const names = '# fetched today\nVladimir Example\nplace: 1 Example Street, Havana\n';
const table = '<sdn>\n<name>EXAMPLE, Vladimir</name>\n</sdn>';
const columns = Array.from({ length: 3 }, (_, at) => `${36_000 + at},"EXAMPLE, Vladimir",individual,CUBA`).join('\n');

test.each([
  ['names and places', names, /^ok {4}SCREENING_LIST: 2 entries in \S+$/],
  ['nothing but comments', '# nobody yet\n', /^FAIL .*gives no list \(the screening list has no entry\)/],
  ['nothing', '', /^FAIL .*has no entry\), so nothing that is mailed is handed over — put one name on each line/],
  ['UTF-16', Buffer.from(names, 'utf16le'), /^FAIL .*not in UTF-8/],
  ['another encoding', Buffer.from('Zoë Example', 'latin1'), /^FAIL .*not in UTF-8/],
  ['XML', table, /^FAIL .*most lines of \S+ are no names: they match nobody/],
  ['a table', columns, /^FAIL .*most lines of \S+ are no names/],
  ['a table’s line among names', `${names}Ada Example\n${columns.split('\n')[0]}`, /^warn .*4 entries .*1 of which/],
])('a list of %s', async (_, content, says) => {
  expect(await visit({ SCREENING_LIST: fileOf(content) })).toMatch(says);
});

test('a list that is not there, is a folder, or in a private network', async () => {
  expect(await visit({ SCREENING_LIST: join(folder, 'none') })).toMatch(/^FAIL .*ENOENT/);
  expect(await visit({ SCREENING_LIST: folder })).toMatch(/^FAIL .*EISDIR/);
  expect(await visit({ SCREENING_LIST: 'https://10.0.0.1/list.txt' })).toMatch(/^FAIL .*not an IP address/);
});

test('a list that has not changed for more than a month', async () => {
  const path = fileOf(names);
  const day = 24 * 60 * 60;
  for (const [days, grade] of [
    [30, 'ok'],
    [32, 'warn'],
  ] as const) {
    utimesSync(path, Date.now() / 1_000 - days * day, Date.now() / 1_000 - days * day);
    expect(await visit({ SCREENING_LIST: path })).toMatch(new RegExp(`^${grade} `));
  }
});

test.each([
  ['cat > /dev/null; echo clear', /^ok {4}SCREENING_COMMAND: \S+ answers$/],
  ['cat > /dev/null; echo match', /^ok /],
  ['exit 3', /^FAIL .*the screening program gave no answer.* — it must read JSON/],
])('a program: %s', async (script, says) => {
  expect(await visit({ SCREENING_COMMAND: fileOf(`#!/bin/sh\n${script}\n`, 0o700) })).toMatch(says);
});
