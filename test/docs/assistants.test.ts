/** docs/assistants.md shows conversations as they go. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versions, withConversations } from '../tools/conversations.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'assistants.md'), 'utf8');

/** The golden prices are held against this page, too, so that a new price breaks one suite. */
const withoutPrices = (text: string) => text.replaceAll(/\$\d+\.\d\d/g, '$…');

test('the conversations are those of the service: after a change, npm run docs', async () => {
  expect(withoutPrices(page)).toBe(withoutPrices(await withConversations(page)));
});

const partOf = (version: string) =>
  page.split(/^### /m).find((part) => part.startsWith('As of ') && part.split('\n')[0]?.includes(version));

test('the newest version has its whole conversation, from the first message to the receipt', () => {
  for (const step of ['tools/list', 'quote_letter', 'create_letter_job', 'get_job_status', 'get_proof_of_mailing'])
    expect(partOf(versions[0])).toContain(`\n> ${step}`);
});

test.each(versions.slice(1))('%s says how its conversation begins otherwise', (version) => {
  expect(partOf(version)).toContain('\n- > server/discover\n');
  expect(partOf(version)).toContain('\n+ > initialize\n');
});
