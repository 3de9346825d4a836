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
  test('are loaded when they are first called, and only those are closed', async () => {
    const seen: string[] = [];
    const functions = openFunctions(async ({ name }) => ({
      handler: async () => seen.push(`call ${name}`),
      close: async () => void seen.push(`close ${name}`),
    }));
    await functions.call(row, {});
    await functions.close();
    expect(seen).toEqual(['call toy', 'close toy']);
  });

  test('are all closed though one of them fails to', async () => {
    const closed: string[] = [];
    const functions = openFunctions(async ({ name }) => ({
      handler: async () => {},
      close: async () => {
        closed.push(name);
        throw new Error('stuck');
      },
    }));
    await functions.call(row, {});
    await functions.call(other, {});
    await functions.close();
    expect(closed).toEqual(['toy', 'other']);
  });

  test('report what cannot be loaded, and reject', async () => {
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
