/** Plain counts, in memory and over the wire: each adds one until they are full. */
import { requestCountersIn } from '../../shared/storage/dynamo/request-counters.ts';
import { inDynamo } from '../support/contracts/implementations.ts';
import { memoryCounters } from '../support/fakes/memory.ts';

const opened = {
  'in memory': async () => ({ port: memoryCounters(), close: async () => {} }),
  'in DynamoDB': () => inDynamo(requestCountersIn),
};

test.each(Object.entries(opened))('%s a count adds one until it is full', async (_, open) => {
  const { port, close } = await open();
  const id = 'tally_of_a_test';
  const later = Date.now() + 60_000;
  expect([await port.add(id, 2, later), await port.add(id, 2, later), await port.add(id, 2, later)]).toEqual([
    1,
    2,
    'full',
  ]);
  await close();
});
