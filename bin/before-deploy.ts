/** `node bin/before-deploy.ts cdk.out`: whether what was made without credentials can be deployed where they lead. */
import { objectionsTo } from '../lib/cloud/adoption/before.ts';

const objected = await objectionsTo(process.argv[2] ?? 'cdk.out');
for (const line of objected) console.error(line);
process.exitCode = objected.length === 0 ? 0 : 1;
