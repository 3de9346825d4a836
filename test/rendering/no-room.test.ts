/** A machine that has no room for another process: the document is refused as busy. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

let code = '';
import.meta.jest.unstable_mockModule('node:child_process', () => ({
  spawn: () => {
    const child = Object.assign(new EventEmitter(), { stdin: new PassThrough(), stdout: new PassThrough() });
    queueMicrotask(() => child.emit('error', Object.assign(new Error('spawn'), { code })));
    return child;
  },
}));
const { readInChild } = await import('../../shared/rendering/process/read-in-child.ts');

const reading = () =>
  readInChild(new URL('file:///child.mjs'), Buffer.alloc(0), {
    limits: { timeMs: 20_000, memoryBytes: 1 },
    network: 'a',
  });

test.each(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])('%s is the machine’s', async (met) => {
  code = met;
  await expect(reading()).rejects.toMatchObject({ name: 'MachineBusy' });
});

test('a program that is not there is an accident', async () => {
  code = 'ENOENT';
  await expect(reading()).rejects.toMatchObject({ name: 'Error', code: 'ENOENT' });
});
