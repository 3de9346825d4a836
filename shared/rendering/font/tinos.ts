/** The location of the shipped font: Tinos from its npm package, so that no machine needs its own fonts. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export const tinosRegularFile = require.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');

/** The folder that holds one folder for each of the four faces. */
export const tinosFolder = dirname(require.resolve('@expo-google-fonts/tinos/package.json'));
