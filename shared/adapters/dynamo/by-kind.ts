/** Items of one kind by creation time, from the index `by_kind`: for the simulated partners and the mock provider. */
import type { Dated } from '../../ports.ts';
import { queried, type Table } from './collection.ts';

/** The cursor is the key of the last item: its creation time and its id. */
export const byKind = <T>(table: Table): Dated<T> => ({
  async between(kind, from, to, after) {
    const [at, id] = after?.split(' ') ?? [];
    const { items, last } = await queried(table, {
      index: 'by_kind',
      where: 'kind = :kind AND created_at BETWEEN :from AND :last',
      values: { ':kind': kind, ':from': from, ':last': to - 1 },
      limit: 200,
      after: id === undefined ? undefined : { id, kind, created_at: Number(at) },
    });
    return {
      items: items.map(({ item }) => item as T),
      next: last && `${last.created_at} ${last.id}`,
    };
  },
});
