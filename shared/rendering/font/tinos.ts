/** Where the shipped font lies: Tinos from its npm package, so that no machine needs a font of its own. */

import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export const tinosRegularFile = require.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');

/** The folder with all four faces in folders of their own. */
export const tinosFolder = dirname(require.resolve('@expo-google-fonts/tinos/package.json'));
