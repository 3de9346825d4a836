/** Items of one kind by creation time, from the index `by_kind`: for the simulated partners and the mock provider. */
import type { Dated } from '../table.ts';
import { type DynamoTable, queried, queriedUpTo } from './collection.ts';

/** Also lists items from the newest on, for the developer's mailbox. */
export interface ByKind<T> extends Dated<T> {
  newest(kind: string, limit: number): Promise<readonly T[]>;
}

/** The cursor is the key of the last item: its creation time and its id. */
export const byKind = <T>(table: DynamoTable): ByKind<T> => ({
  async between(kind, from, to, after) {
    const [at, id] = after?.split(' ') ?? [];
    const { items, last } = await queried(table, {
      index: 'by_kind',
      where: 'kind = :kind AND created_at BETWEEN :from AND :last',
      values: { ':kind': kind, ':from': from, ':last': to - 1 },
      limit: 200,
      after: id === undefined ? undefined : { id, kind, created_at: Number(at) },
    });
    return { items: items.map(({ item }) => item as T), next: last && `${last.created_at} ${last.id}` };
  },
  async newest(kind, limit) {
    const query = { index: 'by_kind', where: 'kind = :kind', values: { ':kind': kind }, newestFirst: true, limit };
    return (await queriedUpTo(table, query)).map(({ item }) => item as T);
  },
});
