/** `npm run ops -- help`: the operator's commands, which the service itself carries out. */
import { ops } from '../lib/operator/ops.ts';

process.exitCode = await ops({ words: process.argv.slice(2), environment: process.env, print: console.log });
