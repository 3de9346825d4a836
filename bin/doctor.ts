/** `npm run doctor` examines the configuration and the partners' accounts; `--fix` registers missing webhooks. */
import { parseArgs } from 'node:util';
import { htmlVerdict } from '../lib/operator/doctor/check-html.ts';
import { doctor } from '../lib/operator/doctor/doctor.ts';

function read(): { readonly fix: boolean } {
  try {
    return parseArgs({ options: { fix: { type: 'boolean', default: false } } }).values;
  } catch {
    console.error('npm run doctor looks and changes nothing; npm run doctor -- --fix registers missing webhooks.');
    process.exit(1);
  }
}

process.exitCode = await doctor({
  ...read(),
  environment: process.env,
  now: Date.now,
  print: console.log,
  html: () => htmlVerdict(process.env.CHROMIUM_PATH),
});
