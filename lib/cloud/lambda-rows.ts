/** The functions on AWS: a handler alone, or the handlers of a group with all that they need together. */
import type { FunctionRow, Need, Rights, Route, Trigger } from '../../functions/manifest.ts';

export interface LambdaRow {
  /** That of its one handler, or of the group. */
  readonly name: string;
  /** Its entry below `functions`, without `.ts`. */
  readonly file: string;
  readonly handlers: readonly FunctionRow[];
  /** All routes stand in one of them. */
  readonly triggers: readonly Trigger[];
  readonly needs: readonly Need[];
  readonly rights: Rights;
  /** Those of the handler that takes most. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export const lambdaRows = (rows: readonly FunctionRow[]): readonly LambdaRow[] =>
  [...Map.groupBy(rows, ({ name, group }) => group ?? name)].map(([name, handlers]) => ({
    name,
    file: handlers.find((row) => row.name === name)?.file ?? `groups/${name}`,
    handlers,
    triggers: triggersOf(handlers),
    needs: needsOf(handlers),
    rights: rightsOf(handlers),
    timeoutSeconds: Math.max(...handlers.map(({ timeoutSeconds }) => timeoutSeconds)),
    memoryMb: Math.max(...handlers.map(({ memoryMb }) => memoryMb)),
  }));

export const routesOf = ({ triggers }: Pick<LambdaRow, 'triggers'>): readonly Route[] =>
  triggers.flatMap((trigger) => ('http' in trigger ? trigger.http : []));

/** Those of the API. `$default` takes whatever has no route, so the handlers beside it in its group need none. */
export function routesAtApi(row: Pick<LambdaRow, 'triggers'>): readonly Route[] {
  const routes = routesOf(row);
  return routes.includes('$default') ? ['$default'] : routes;
}

function triggersOf(handlers: readonly FunctionRow[]): Trigger[] {
  const triggers = handlers.map(({ trigger }) => trigger);
  const http = routesOf({ triggers });
  const others = triggers.filter((trigger) => !('http' in trigger));
  return http.length > 0 ? [{ http }, ...others] : others;
}

function needsOf(handlers: readonly FunctionRow[]): Need[] {
  const needs = new Set(handlers.flatMap((row) => row.needs));
  if (needs.has('table')) needs.delete('table:read');
  return [...needs];
}

function rightsOf(handlers: readonly FunctionRow[]): Rights {
  const all = handlers.map(({ rights = {} }) => rights);
  const joined = <T>(of: (rights: Rights) => readonly T[] | undefined) => {
    const kinds = new Set(all.flatMap((rights) => of(rights) ?? []));
    return kinds.size > 0 ? [...kinds] : undefined;
  };
  return {
    reads: joined(({ reads }) => reads),
    writes: joined(({ writes }) => writes),
    adds: joined(({ adds }) => adds),
    queries: joined(({ queries }) => queries),
    readsUnder: joined(({ readsUnder }) => readsUnder),
    writesUnder: joined(({ writesUnder }) => writesUnder),
    counts: all.some(({ counts }) => counts) || undefined,
  };
}
