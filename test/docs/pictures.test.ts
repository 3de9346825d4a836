/** The pictures in docs/images are of today's pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, startService } from '../support/e2e/service.ts';
import { docPictures, fingerprintOf } from '../support/pages/doc-pictures.ts';
import { pageStates, settingsForPages, shownOperator } from '../support/pages/states.ts';

const service = running(() => startService({ ...settingsForPages, ...shownOperator }));
const file = join(import.meta.dirname, '../../docs/images/drawn-from.json');

test('every picture is of the page as it is: else type `npm run pictures -- --docs` and `npm run screenshots`', async () => {
  const drawnFrom = JSON.parse(readFileSync(file, 'utf8'));
  const today: Record<string, string> = {};
  for (const state of pageStates) {
    const picture = docPictures[state.name];
    if (picture === undefined) continue;
    const headers = { 'accept-language': picture.language, accept: 'text/html' };
    today[picture.file] = fingerprintOf(await (await fetch(await state.open(service), { headers })).text(), picture);
  }
  expect(today).toEqual(drawnFrom);
});
