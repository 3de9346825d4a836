/** A child process that cannot be started. */
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
const { addPages } = await import('../../shared/rendering/receipt/write-evidence.ts');

const reading = () => readInChild(new URL('file:///child.mjs'), Buffer.alloc(0), { network: 'a' });

test.each(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])(
  'the error %s means that the machine is busy, so the evidence leaves out the pages of the document',
  async (errorCode) => {
    code = errorCode;
    await expect(reading()).rejects.toMatchObject({ name: 'MachineBusy' });
    expect(await addPages(Buffer.alloc(0), Buffer.alloc(0))).toBeUndefined();
  },
);

test('a missing executable is an unexpected error', async () => {
  code = 'ENOENT';
  await expect(reading()).rejects.toMatchObject({ name: 'Error', code });
  await expect(addPages(Buffer.alloc(0), Buffer.alloc(0))).rejects.toMatchObject({ code });
});
