/** Counts and sets that one update adds to, in memory and over the wire: each takes what there is room for. */
import { requestCountersIn } from '../../shared/storage/dynamo/collection.ts';
import { twinsIn } from '../../shared/storage/dynamo/twins.ts';
import { maxTwins } from '../../shared/storage/table.ts';
import { inDynamo } from '../support/contracts/implementations.ts';
import { memoryCounters, memoryTwins } from '../support/fakes/memory.ts';

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

const twins = {
  'in memory': async () => ({ port: memoryTwins(), close: async () => {} }),
  'in DynamoDB': () => inDynamo(twinsIn),
};

test.each(Object.entries(twins))(
  '%s each of several entries at once sees those before it, up to the most',
  async (_, open) => {
    const { port, close } = await open();
    const add = (entry: string) => port.add('twin_of_a_test', entry, Date.now() + 60_000);
    const seen = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
    expect(seen.map(({ length }) => length).sort()).toEqual([0, 1, 2, 3, 4]);
    expect((await add('a')).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (let count = 5; count < maxTwins; count += 1) expect(await add(`entry ${count}`)).toHaveLength(count);
    expect(await add('one too many')).toHaveLength(maxTwins);
    expect(await add('another')).not.toContain('one too many');
    await close();
  },
);
