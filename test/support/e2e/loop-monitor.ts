/** Loaded into a service before its own code: tells over HTTP how long its event loop was held since the last question. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let workedBefore = process.threadCpuUsage();

const server = createServer((_, response) => {
  // Other processes hold a busy machine's loop, too. Its thread has worked no shorter than its longest turn.
  const { user, system } = process.threadCpuUsage(workedBefore);
  const heldMs = Math.min(delays.max / 1e6, (user + system) / 1e3);
  delays.reset();
  workedBefore = process.threadCpuUsage();
  response.end(String(heldMs));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.error(`loop monitor http://127.0.0.1:${address.port}/`);
  server.unref();
});
