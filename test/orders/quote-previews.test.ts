/** Previews of a quoted text, drawn before any document is stored. */
import { showPdf, showPreview } from '../../shared/pages/views/show-preview.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { quoted } from '../support/fakes/orders.ts';

const network = '192.0.2.1';

test('the picture of a quoted text is drawn from the text, and no document is stored', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps, { text: 'one\ftwo', color: true });
  const ref = { quote_id: String(quote_id) };
  const before = [...deps.documents.files.keys()];
  const picture = await showPreview(deps, ref, '2', network);
  expect(Buffer.from(picture).toString()).toMatch(/^color picture of page 2 of \d+ bytes$/);
  expect(await showPdf(deps, ref)).toEqual({ pdf: expect.any(Uint8Array) });
  const added = [...deps.documents.files.keys()].filter((key) => !before.includes(key));
  expect(added).toEqual([`previews/${quote_id}/2.png`]);
});

test('there is no preview of a page that the text does not have, or of a text that is no longer stored', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps, { text: 'one' });
  const ref = { quote_id: String(quote_id) };
  await expect(showPreview(deps, ref, '2', network)).rejects.toMatchObject({ code: 'not_found' });
  for (const quote of deps.quotes.all()) await deps.quotes.replace({ ...quote, packedText: undefined });
  await expect(showPreview(deps, ref, '1', network)).rejects.toMatchObject({ code: 'not_found' });
});
