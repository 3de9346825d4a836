/** docs/assistants.md shows conversations as they go. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConversations } from '../tools/conversations.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'assistants.md'), 'utf8');

/** The golden prices are held against this page, too, so that a new price breaks one suite. */
const withoutPrices = (text: string) => text.replaceAll(/\$\d+\.\d\d/g, '$…');

test('the conversations are those of the service: after a change, npm run docs', async () => {
  expect(withoutPrices(page)).toBe(withoutPrices(await withConversations(page)));
});

test('it goes from the first message to the receipt', () => {
  for (const step of ['tools/list', 'quote_letter', 'create_letter_job', 'get_job_status', 'get_proof_of_mailing'])
    expect(page).toContain(`\n> ${step}`);
});
