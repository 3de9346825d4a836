/** Types for what we use of dynalite 4, which ships none. */

declare module 'dynalite' {
  function dynalite(options: { path: string }): import('node:http').Server;
  export = dynalite;
}

declare module 'dynalite/db/index.js' {
  type Item = Record<string, Record<string, unknown>>;
  interface TableRecord {
    TableName: string;
    [field: string]: unknown;
  }
  interface Range {
    gte: string;
    lt: string;
  }
  interface Store {
    db: {
      open(): Promise<void>;
      close(): Promise<void>;
      put(key: string, value: TableRecord): Promise<void>;
      clear(range: Range): Promise<void>;
      values(range: Range): AsyncIterable<Item>;
    };
  }
  export function create(options: { path: string }): Store;
  export function updateIndexes(
    store: Store,
    table: TableRecord,
    before: Item | undefined,
    after: Item,
    done: (error?: Error | null) => void,
  ): void;
}
