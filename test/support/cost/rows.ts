/** Functions of the manifest by how they are reached, so that a name or a group may change. */
import { type FunctionRow, manifest, type QueueName, type Route } from '../../../functions/manifest.ts';

export type Reached = Route | QueueName | 'reconcile' | 'audit';

export function rowOf(at: Reached): FunctionRow {
  const isReached = ({ name, trigger }: FunctionRow) => {
    if ('http' in trigger) return trigger.http.some((route) => route === at);
    return 'queue' in trigger ? trigger.queue === at : name === at;
  };
  const row = manifest.find(isReached);
  if (row === undefined) throw new Error(`the manifest has no function for ${at}`);
  return row;
}

/** The function on AWS: handlers of a group share one. */
export const functionOf = ({ group, name }: FunctionRow & { readonly group?: string | undefined }): string =>
  group ?? name;

/** GB of memory of the function, which its largest handler sets. */
export const gbOfFunction = (name: string): number =>
  Math.max(...manifest.filter((row) => functionOf(row) === name).map(({ memoryMb }) => memoryMb)) / 1_024;

export const gbOf = (row: FunctionRow): number => gbOfFunction(functionOf(row));
