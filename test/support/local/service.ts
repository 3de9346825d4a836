/** A child process for tests: the local service with toy functions on the DATA_DIR and PORT it is given. */

import { OneLine } from '../../../lib/local/one-line.ts';
import { startLocal } from '../../../lib/local/service.ts';

const { DATA_DIR = '', PORT = '0' } = process.env;
try {
  const service = await startLocal({
    host: '127.0.0.1',
    port: Number(PORT),
    dataDir: DATA_DIR,
    rows: await import('./toy-rows.ts').then(({ rows }) => rows),
    loadHandler: async (name) => (await import('./toy-functions.ts')).loadToy(name),
  });
  process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ baseUrl: service.baseUrl, port: service.port }));
} catch (error) {
  console.log(JSON.stringify({ problem: error instanceof OneLine ? error.message : String(error) }));
  process.exit(1);
}
