/** `npm run doctor` checks the configuration and the partners' accounts, and changes nothing. */
import { checkBrowser, runDoctor } from '../lib/operator/doctor/doctor.ts';

process.exitCode = await runDoctor({
  environment: process.env,
  now: Date.now,
  print: console.log,
  checkHtml: () => checkBrowser(process.env.CHROMIUM_PATH),
});
