/** `npm run demo -- letter`: makes a first order, request by request, at a service that already runs. */
import { demo } from '../lib/demo/demo.ts';
import { OneLine } from '../lib/local/terminal-log.ts';

try {
  await demo(process.argv.slice(2), console.log);
} catch (error) {
  if (!(error instanceof OneLine)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
