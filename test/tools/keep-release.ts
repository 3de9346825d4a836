/** `npm run keep-release`: keeps the templates of the release that has just been made, for the next one to be held against. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployedNow, keep } from '../support/cloud/released.ts';

const file = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version: string };
keep({ version, deployed: deployedNow() });
console.log(`The templates of ${version} are kept.`);
