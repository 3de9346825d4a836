/** Loading, calling and closing handlers. */
import type { FunctionRow } from '../../functions/manifest.ts';
import { openFunctions } from '../../lib/local/functions.ts';

const row: FunctionRow = {
  name: 'toy',
  file: 'toys/toy',
  trigger: { invoke: true },
  needs: [],
  timeoutSeconds: 5,
  memoryMb: 512,
};
const other: FunctionRow = { ...row, name: 'other' };

describe('functions', () => {
  test('functions are loaded when they are first called, and all of those are closed, even if closing one fails', async () => {
    const seen: string[] = [];
    const functions = openFunctions(async ({ name }) => ({
      handler: async () => seen.push(`call ${name}`),
      close: async () => {
        seen.push(`close ${name}`);
        throw new Error('stuck');
      },
    }));
    await functions.call(row, {});
    await functions.call(other, {});
    await functions.close();
    expect(seen).toEqual(['call toy', 'call other', 'close toy', 'close other']);
  });

  test('functions that cannot be loaded are reported, and the call rejects', async () => {
    const reports: unknown[] = [];
    const broken = new Error('no such file');
    const functions = openFunctions(
      () => Promise.reject(broken),
      (name, error) => reports.push([name, error]),
    );
    await expect(functions.call(row, {})).rejects.toBe(broken);
    expect(reports).toEqual([['toy', broken]]);
  });
});
