/** Plain counts, in memory and over the wire: each adds its cost, until that is more than there is room for. */
import { requestCountersIn } from '../../shared/storage/dynamo/collection.ts';
import { inDynamo } from '../support/contracts/implementations.ts';
import { memoryCounters } from '../support/fakes/memory.ts';

const opened = {
  'in memory': async () => ({ port: memoryCounters(), close: async () => {} }),
  'in DynamoDB': () => inDynamo(requestCountersIn),
};

test.each(Object.entries(opened))(
  '%s a count takes what there is room for, and nothing of what is too much',
  async (_, open) => {
    const { port, close } = await open();
    const id = 'tally_of_a_test';
    const later = Date.now() + 60_000;
    const counted = [];
    for (const cost of [9, 5, 4, 3, 1]) counted.push(await port.add(id, { cost, most: 8 }, later));
    await close();
    expect(counted).toEqual(['full', 5, 'full', 8, 'full']);
  },
);
