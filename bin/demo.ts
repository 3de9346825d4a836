/** `npm run demo -- letter`: a first order, request by request, against a service that runs already. */
import { demo } from '../lib/demo/demo.ts';
import { OneLine } from '../lib/local/one-line.ts';

try {
  await demo({ words: process.argv.slice(2), environment: process.env, print: console.log });
} catch (error) {
  if (!(error instanceof OneLine)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
