/** The page for attaching a file: a warning if the link may come from a stranger, and a link back to the order form. */
import { ask } from '../../shared/orders/use-case.ts';
import { attachFilePage, findUpload, showAttachPage } from '../../shared/pages/attach.ts';
import { requestUpload, uploadByPerson } from '../../shared/web/request-upload.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';

const { baseUrl } = caller;

async function pageOf(createdBy: 'assistant' | 'letter' | 'fax', acceptLanguage = 'en') {
  const deps = memoryDeps();
  const useCase = createdBy === 'assistant' ? requestUpload : uploadByPerson(createdBy);
  const { body } = await ask(useCase, deps, {}, caller);
  const view = await showAttachPage(deps, await findUpload(deps, body.upload_id), { baseUrl, hasArrived: false });
  const reader = readerFor({ acceptLanguage, operator: {}, isTest: false });
  return { id: body.upload_id, page: attachFilePage(view, reader) };
}

test('a page that an assistant created has a warning above its button, and no link back', async () => {
  const { page } = await pageOf('assistant');
  expect(pageText(page)).toMatch(/The person who gave you this link can read the file\..+Attach the file/);
  expect(page.body).not.toContain('?back=');
});

test.each([
  ['letter', 'en', 'Back to your letter'],
  ['fax', 'en', 'Back to your fax'],
  ['letter', 'fr', 'Retour à votre lettre'],
] as const)('opened from a %s form, the page links back and has no warning (%s)', async (product, language, back) => {
  const { id, page } = await pageOf(product, language);
  expect(pageText(page)).toContain(back);
  expect(pageText(page)).not.toMatch(/gave you this link|vous a donné ce lien/);
  const links = elements(page).map((element) => attribute(element, 'href'));
  expect(links).toContain(`${new URL(baseUrl).pathname}/new/${product}?back=${id}`);
});
