/** The page on which a file is attached says who will read it, above the button: the link may come from a stranger. */
import { attachFilePage } from '../../shared/pages/attach.ts';
import { readerFor } from '../support/pages/reader.ts';
import { words } from '../support/pages/reading.ts';

const form = { url: 'https://store.example/', fields: { policy: 'p', 'x-amz-signature': 's' } };

test.each([
  ['en', 'The person who gave you this link can read the file.', 'Attach the file'],
  ['fr', 'La personne qui vous a donné ce lien peut lire le fichier.', 'Joindre le fichier'],
])('in %s', (acceptLanguage, warning, button) => {
  const reader = readerFor({ acceptLanguage, operator: {}, isTest: false });
  const page = attachFilePage({ state: 'open', form, quiet: form, next: '/n', types: ['application/pdf'] }, reader);
  const text = words(page);
  expect(text).toContain(warning);
  expect(text.indexOf(warning)).toBeLessThan(text.lastIndexOf(button));
});
