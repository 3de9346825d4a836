/** The pictures in docs/images show the current pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, startService } from '../support/e2e/service.ts';
import { docPictures, fingerprintOf } from '../support/pages/doc-pictures.ts';
import { pageStates, settingsForPages, shownOperator } from '../support/pages/states.ts';

const service = running(() => startService({ ...settingsForPages, ...shownOperator }));
const file = join(import.meta.dirname, '../../docs/images/drawn-from.json');

test('every picture shows the current page (`npm run pictures -- --docs` and `npm run screenshots` update them)', async () => {
  const drawnFrom = JSON.parse(readFileSync(file, 'utf8'));
  const current: Record<string, string> = {};
  for (const state of pageStates) {
    const picture = docPictures[state.name];
    if (picture === undefined) continue;
    const headers = { 'accept-language': picture.language, accept: 'text/html' };
    current[picture.file] = fingerprintOf(await (await fetch(await state.open(service), { headers })).text(), picture);
  }
  expect(current).toEqual(drawnFrom);
});
