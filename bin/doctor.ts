/** `npm run doctor`: examines the configuration and the partners' accounts; with `--fix` it registers missing webhooks. */

import { doctor } from '../lib/operator/doctor/doctor.ts';

const wrong = process.argv.slice(2).filter((argument) => argument !== '--fix');
if (wrong.length > 0) {
  console.error('npm run doctor looks and changes nothing; npm run doctor -- --fix registers missing webhooks.');
  process.exit(1);
}

process.exitCode = await doctor({
  environment: process.env,
  fix: process.argv.includes('--fix'),
  now: Date.now,
  print: console.log,
});
