/** Plain counts, in memory and over the wire: what was added is read, and a full count stays as it is. */
import { requestCountersIn } from '../../shared/adapters/dynamo/request-counters.ts';
import { inDynamo } from '../support/contracts/implementations.ts';
import { memoryCounters } from '../support/fakes/memory.ts';

const opened = {
  'in memory': async () => ({ port: memoryCounters(), close: async () => {} }),
  'in DynamoDB': () => inDynamo(requestCountersIn),
};

test.each(Object.entries(opened))('%s a count is read as it was added to, and is 0 before', async (_, open) => {
  const { port, close } = await open();
  const id = 'tally_of_a_test';
  const later = Date.now() + 60_000;
  expect(await port.count(id)).toBe(0);
  expect([await port.add(id, 2, later), await port.add(id, 2, later), await port.add(id, 2, later)]).toEqual([
    1,
    2,
    'full',
  ]);
  expect(await port.count(id)).toBe(2);
  await close();
});
