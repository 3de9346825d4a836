/** `npm run ops -- help`: the operator's commands. The service runs them, except for those that change the stack. */
import { runOps } from '../lib/operator/ops.ts';
import { stackCommand } from '../lib/operator/stack-commands.ts';

const options = { args: process.argv.slice(2), print: console.log };
process.exitCode =
  (await stackCommand({ ...options, input: process.stdin })) ??
  (await runOps({ ...options, environment: process.env }));
