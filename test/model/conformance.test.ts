/**
 * The service's own `apply` in place of the model's table: it keeps the promises in every world. In depth, the worlds
 * compare both tables at each step instead, which proves the same in half the time.
 */
import { serviceTable } from '../support/model/against/conform.ts';
import { search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { sample } from '../support/proofs.ts';

const cases = Object.entries(worlds);

test.each(sample(cases, 2, 'worlds by the table of the service'))('%s, by the table of the service', (_, { short }) => {
  expect(search(short, { table: serviceTable() }).problem).toBeUndefined();
});
