/** The service's own `apply` in place of the model's table: it keeps the promises in every world. */
import { serviceTable } from '../support/model/against/conform.ts';
import { search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest, sample } from '../support/proofs.ts';

const cases = Object.entries(worlds);

test.each(sample(cases, 2, 'worlds by the table of the service'))('%s, by the table of the service', (_, { short }) => {
  expect(search(short, { table: serviceTable() }).problem).toBeUndefined();
});

for (const [name, { deep }] of cases)
  longTest(
    `${name}, in depth, by the table of the service`,
    async () => {
      expect(search(deep, { table: serviceTable() }).problem).toBeUndefined();
    },
    900_000,
  );
