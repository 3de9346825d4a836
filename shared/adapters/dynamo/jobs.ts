/** Jobs in the table, findable by what is due, by the partner's id and by the pay page's code. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../core/product.ts';
import type { Jobs } from '../../ports.ts';
import { collection, type IndexKeys, type Table } from './collection.ts';

/** The due index is sparse: a job of which nothing is owed is not in it. */
const indexed = ({ dueAt, partner, payCode }: Job): IndexKeys => ({
  pay_code: payCode,
  ...(dueAt === undefined ? {} : { due: 'due', due_at: dueAt }),
  ...(partner === undefined ? {} : { partner_id: partner.id }),
});

export function jobsIn(table: Table): Jobs {
  const idBy = async (index: string, key: string, value: string): Promise<string | undefined> => {
    const found = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: index,
        KeyConditionExpression: '#key = :value',
        ExpressionAttributeNames: { '#key': key },
        ExpressionAttributeValues: { ':value': value },
        Limit: 1,
      }),
    );
    return found.Items?.[0]?.id as string | undefined;
  };
  return {
    ...collection<Job>(table, indexed),
    idByPartnerId: (partnerId) => idBy('by_partner_id', 'partner_id', partnerId),
    idByPayCode: (payCode) => idBy('by_pay_code', 'pay_code', payCode),
    async due(before, limit) {
      const found = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'due',
          KeyConditionExpression: 'due = :due AND due_at < :before',
          ExpressionAttributeValues: { ':due': 'due', ':before': before },
          Limit: limit,
        }),
      );
      return (found.Items ?? []).map(({ id, due_at }) => ({ id: id as string, dueAt: due_at as number }));
    },
  };
}
