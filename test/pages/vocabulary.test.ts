/** Words that no American colleague would use, in the sentences that people see. Only what can be counted honestly. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { french } from '../../shared/pages/french/french.ts';

const foreign = /\b(?:told|stands|mend(?:s|ed)?|anew|whoever|carried out|called back)\b/i;

test('no sentence of the pages says told, stands, mend, anew or whoever', () => {
  expect(Object.keys(french).filter((sentence) => foreign.test(sentence))).toEqual([]);
});

test('neither do the command line, the demo and the mailbox, and they write email', () => {
  const root = join(import.meta.dirname, '..', '..');
  const files = globSync('{lib/{command-line,demo,local/mailbox}/*,shared/pages/mailbox}.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(10);
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));
  expect(lines.filter((line) => foreign.test(line) || /e-mail/i.test(line))).toEqual([]);
});
