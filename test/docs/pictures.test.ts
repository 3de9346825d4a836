/** The pictures in docs/images are of today's pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, startService } from '../support/e2e/service.ts';
import { docPictures, fingerprintOf } from '../support/pages/doc-pictures.ts';
import { pageStates, shownOperator, standing } from '../support/pages/states.ts';
import { longTest } from '../support/proofs.ts';

const service = running(() => startService({ ...standing, ...shownOperator }));
const file = join(import.meta.dirname, '../../docs/images/drawn-from.json');

test('the fingerprint of a page depends on its rules, tags and words, and not on numbers', () => {
  const page = (rules: string, word: string, day: string) =>
    `<style>${rules}</style><h2 class="a">${word}</h2><p id="${day}">${day}</p>`;
  const known = fingerprintOf(page('p{}', 'Price', 'May 1'));
  expect(fingerprintOf(page('p{}', 'Price', 'June 2'))).toBe(known);
  for (const other of [page('q{}', 'Price', 'x'), page('p{}', 'Total', 'x'), `${page('p{}', 'Price', 'x')}<i>`])
    expect(fingerprintOf(other)).not.toBe(known);
});

longTest(
  'every picture is of the page as it is: else type `npm run pictures -- --docs` and `npm run screenshots`',
  async () => {
    const drawnFrom = JSON.parse(readFileSync(file, 'utf8'));
    const today: Record<string, string> = {};
    for (const state of pageStates) {
      const picture = docPictures[state.name];
      if (picture === undefined) continue;
      const headers = { 'accept-language': picture.language, accept: 'text/html' };
      today[picture.file] = fingerprintOf(await (await fetch(await state.open(service), { headers })).text(), picture);
    }
    expect(today).toEqual(drawnFrom);
  },
);
