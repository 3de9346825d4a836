/** `npm run doctor` checks the configuration and the partners' accounts, and changes nothing. */
import { checkBrowser, doctor } from '../lib/operator/doctor/doctor.ts';

process.exitCode = await doctor({
  environment: process.env,
  now: Date.now,
  print: console.log,
  html: () => checkBrowser(process.env.CHROMIUM_PATH),
});
