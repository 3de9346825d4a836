/** Writes every function's package, without Chromium, into `.bundles` and prints their sizes: `npx node bin/bundle.ts`. */
import { join } from 'node:path';
import { manifest } from '../functions/manifest.ts';
import { lambdaRows } from '../lib/cloud/lambda-rows.ts';
import { bundle, root } from '../lib/cloud/packaging/bundles.ts';

const bundles = await bundle(lambdaRows(manifest), join(root, '.bundles'));
console.table(bundles.map(({ name, startBytes }) => ({ name, startBytes })));
