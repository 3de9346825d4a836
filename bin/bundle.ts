/** Writes every function's package but Chromium into `.bundles` and shows what each weighs: `node bin/bundle.ts`. */
import { join } from 'node:path';
import { manifest } from '../functions/manifest.ts';
import { bundle, root } from '../lib/cloud/packaging/bundles.ts';
import { sizesTable } from '../lib/cloud/packaging/sizes.ts';

console.log(sizesTable(await bundle(manifest, join(root, '.bundles'))));
