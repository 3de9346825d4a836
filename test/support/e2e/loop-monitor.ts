/** Loaded into a service before its own code: tells over HTTP how long its event loop was held since the last question. */
import { createServer } from 'node:http';

/**
 * The longest turn, in the time that this thread itself worked: other processes of a busy machine stop it, too.
 * A timer of one millisecond is late by exactly the turn that keeps it waiting.
 */
let longestMs = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longestMs = Math.max(longestMs, (user + system) / 1e3);
  before = process.threadCpuUsage();
}, 1).unref();

const server = createServer((_, response) => {
  response.end(String(longestMs));
  longestMs = 0;
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.error(`loop monitor http://127.0.0.1:${address.port}/`);
  server.unref();
});
