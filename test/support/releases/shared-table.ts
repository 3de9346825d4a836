/** One table on which two versions work: each through its own adapters, so each writes the index keys that it knows. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoTable } from '../../../shared/adapters/dynamo/collection.ts';
import type { Job } from '../../../shared/core/job/job.ts';
import { meteredTable } from '../../bench/cost/metered-table.ts';

/** The member that planted differences leave in an item: the other version knows nothing of it. */
export const mark = 'leftByTheOther';

export interface SharedTable {
  readonly table: DynamoTable;
  jobs(): Job[];
  /** True if a version has written this text, as an index key or within an item. */
  hasHeld(text: string): boolean;
  /** The ids of items that have held the mark, and hold it no more. */
  unmarked(): string[];
}

export function sharedTable(): SharedTable {
  const { table } = meteredTable();
  const items = new Map<string, string>();
  const marked = new Set<string>();
  const written: string[] = [];
  const send = async (command: object): Promise<unknown> => {
    const answer: unknown = await table.client.send(command as PutCommand);
    if (command instanceof PutCommand) {
      const { Item = {} } = command.input;
      written.push(JSON.stringify(Item));
      items.set(Item.id, JSON.stringify(Item.item));
      if (items.get(Item.id)?.includes(mark)) marked.add(Item.id);
    }
    return answer;
  };
  return {
    table: { name: table.name, client: { send } as unknown as DynamoTable['client'] },
    jobs: () => [...items].flatMap(([id, text]) => (id.startsWith('job_') ? [JSON.parse(text) as Job] : [])),
    hasHeld: (text) => written.some((one) => one.includes(text)),
    unmarked: () => [...marked].filter((id) => !items.get(id)?.includes(mark)),
  };
}
