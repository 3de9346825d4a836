/** The locations of the shipped fonts, in their npm packages, so that no machine needs its own fonts. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export const tinosRegularFile = require.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');

/** DejaVu Sans, for signs that Tinos lacks: its license is that of Bitstream Vera. The file has all its characters. */
export const symbolFontFile = require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff');

/** The folder that holds one folder for each of the four faces. */
export const tinosFolder = dirname(require.resolve('@expo-google-fonts/tinos/package.json'));
