/** docs/assistants.md shows conversations as they go. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConversations } from '../tools/conversations.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'assistants.md'), 'utf8');

/** The golden prices are held against this page, too, so that a new price breaks one suite. */
const withoutPrices = (text: string) => text.replaceAll(/\$\d+\.\d\d/g, '$…');

test('the conversations in docs/assistants.md are current: else type npm run docs', async () => {
  expect(withoutPrices(page)).toBe(withoutPrices(await withConversations(page)));
});

test('docs/assistants.md goes from the list of tools to the receipt', () => {
  for (const step of ['tools/list', 'quote_letter', 'create_letter_job', 'get_job_status', 'get_proof_of_mailing'])
    expect(page).toContain(`\n> ${step}`);
});
