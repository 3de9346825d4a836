/** Child processes: two at a time, and a document is not blamed for the machine's problems. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspectPdf } from '../../shared/rendering/pdf/inspect-pdf.ts';
import { readInChild, readLimits } from '../../shared/rendering/process/read-in-child.ts';
import { processorMs, residentBytes, type WorkLimits } from '../../shared/rendering/process/watchdog.ts';
import { newFolder } from '../support/new-folder.ts';
import { papers } from '../support/rendering/papers.ts';
import { pdfOf } from './pdf/hostile-pdf.ts';

const folder = newFolder();

/** A child that runs `code`. */
function child(name: string, code: string): URL {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return pathToFileURL(file);
}

/** Runs the child without input, within 20 seconds or other limits. */
const read = <T = unknown>(file: URL, limits: Partial<WorkLimits> = {}) =>
  readInChild<T>(file, Buffer.alloc(0), {
    limits: { timeMs: 20_000, memoryBytes: 600_000_000, ...limits },
    network: 'a',
  });

test('a child process that works all the time exceeds its limit, but without processor time it means “busy”', async () => {
  const working = child('working', 'for (;;);');
  expect(await read(working, { timeMs: 300, patienceMs: 60_000 })).toEqual({ findings: [], excess: 'time' });

  // This child only waits, like a process on a machine that is too busy.
  const starving = child('starving', 'setTimeout(() => undefined, 60_000);');
  const starved = read(starving, { timeMs: 2_000, patienceMs: 2_100 });
  if (processorMs(process.pid) === undefined) expect(await starved).toMatchObject({ excess: 'time' });
  else await expect(starved).rejects.toMatchObject({ name: 'MachineBusy' });
});

test.each([
  ['SIGKILL', 'because the machine has no memory'],
  ['SIGTERM', 'because an operator stops the service'],
])('a child process ended by %s, %s, means that the machine is busy', async (signal) => {
  const killed = child(signal, `process.kill(process.pid, '${signal}'); setTimeout(() => undefined, 60_000);`);
  await expect(read(killed)).rejects.toMatchObject({ name: 'MachineBusy' });
});

test('a child process that aborts has run out of memory because of its document', async () => {
  expect(await read(child('aborting', 'process.abort();'))).toEqual({ findings: [], excess: 'memory' });
});

/** Only Linux reports the memory of a process. */
const testOnLinux = residentBytes(process.pid) === undefined ? test.skip : test;

testOnLinux(
  'a child process that uses more than 600 MB is ended, and one that uses 450 MB is not',
  async () => {
    /** Runs a child with a buffer of this size, which is outside the heap. */
    const readWithBuffer = (bytes: number, code: string) => {
      const file = child(`buffer-${bytes}`, `const buffer = Buffer.alloc(${bytes}, 1); ${code}`);
      return readInChild(file, Buffer.alloc(0), { limits: { ...readLimits, patienceMs: 40_000 } });
    };
    // Without the limit, this child would run until its time is up.
    const large = readWithBuffer(650_000_000, 'setTimeout(() => buffer, 600_000);');
    expect(await large).toEqual({ findings: [], excess: 'memory' });
    const small = readWithBuffer(450_000_000, 'console.log(buffer[0]);');
    expect(await small).toEqual({ findings: [1], excess: undefined });
  },
  90_000,
);

test('the heap of a child process is smaller than the memory limit of a document', async () => {
  const code = `import { getHeapStatistics } from 'node:v8'; console.log(getHeapStatistics().heap_size_limit);`;
  const { findings } = await read<number>(child('heap', code), { patienceMs: 60_000 });
  expect(findings).toEqual([expect.any(Number)]);
  expect(findings[0]).toBeLessThan(readLimits.memoryBytes);
});

test('no more than two child processes run at a time', async () => {
  const marked = child(
    'marked',
    `process.stdout.write(JSON.stringify({ begun: Date.now() }) + '\\n');
    const until = performance.now() + 100;
    while (performance.now() < until);
    process.stdout.write(JSON.stringify({ ended: Date.now() }) + '\\n');`,
  );
  const readings = await Promise.all(Array.from({ length: 6 }, () => read<{ begun?: number; ended?: number }>(marked)));
  const times = readings.map(({ findings }) => Object.assign({ begun: 0, ended: 0 }, ...findings));
  const runningAt = (time: number) => times.filter(({ begun, ended }) => begun <= time && ended > time).length;
  expect(times.every(({ ended }) => ended > 0)).toBe(true);
  expect(Math.max(...times.map(({ begun }) => runningAt(begun)))).toBeLessThanOrEqual(2);
});

test('libraries in a child process can neither connect nor listen nor look up names', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  const code = `import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
const ways = {
  fetch: () => fetch('http://127.0.0.1:${port}/'),
  http: () => new Promise((done, fail) => http.get('http://127.0.0.1:${port}/', done).on('error', fail)),
  net: () => new Promise((done, fail) => net.connect(${port}, '127.0.0.1', done).on('error', fail)),
  socket: () => new Promise((done, fail) => new net.Socket().connect(${port}, done).on('error', fail)),
  tls: () => new Promise((done, fail) => tls.connect(${port}, '127.0.0.1', done).on('error', fail)),
  web: () => new Promise((done, fail) => Object.assign(new WebSocket('ws://127.0.0.1:${port}/'), { onopen: done, onerror: fail })),
  listen: () => new Promise((done, fail) => net.createServer().on('error', fail).listen(0, done)),
  udp: () => new Promise((done) => dgram.createSocket('udp4').send('x', ${port}, '127.0.0.1', done)),
  name: () => new Promise((done) => dns.lookup('localhost', done)),
  promised: () => dns.promises.resolve4('localhost'),
  resolver: () => new dns.promises.Resolver().resolve4('localhost'),
};
for (const [name, go] of Object.entries(ways)) {
  const outcome = await Promise.resolve().then(go).then(() => 'open', () => 'refused');
  console.log(JSON.stringify(name + ' ' + outcome));
}`;
  const { findings } = await read<string>(child('calling', code), { patienceMs: 60_000 });
  server.close();
  const ways = ['fetch', 'http', 'net', 'socket', 'tls', 'web', 'listen', 'udp', 'name', 'promised', 'resolver'];
  expect(findings).toEqual(ways.map((name) => `${name} refused`));
  expect(connections).toBe(0);
});

test('the inspection of a PDF is cached for each paper', async () => {
  const pdf = pdfOf({ content: '72 100 50 20 re f' });
  const first = await inspectPdf(pdf, papers.letter);
  expect(first).toMatchObject({ ok: true });
  expect(await inspectPdf(Buffer.from(pdf), papers.letter)).toBe(first);
  expect(await inspectPdf(pdf, papers.fax)).not.toBe(first);
});

test('a child process can read only the code, and neither our data nor our environment', async () => {
  const elsewhere = newFolder();
  const key = join(elsewhere, 'receipt-signing-key.json');
  writeFileSync(key, '{"d":"secret"}');
  const paths = [key, `/proc/${process.pid}/environ`, '/etc/passwd', process.argv[1]];
  const code = `import { readFileSync } from 'node:fs';
for (const path of ${JSON.stringify(paths)}) {
  try { readFileSync(path); console.log(JSON.stringify('read')); } catch ({ code }) { console.log(JSON.stringify(code)); }
}`;
  const { findings } = await read<string>(child('reading', code), { patienceMs: 60_000 });
  // The last path is Jest's own program, which is in node_modules.
  expect(findings).toEqual([...Array(3).fill('ERR_ACCESS_DENIED'), 'read']);
});
