/** The faces of typed signatures: a handwriting from its npm package, and Tinos Italic for what it lacks. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PreparedName } from '../../core/given/marks.ts';
import { tinosFolder } from '../font/tinos.ts';

const require = createRequire(import.meta.url);

/** Found when it is needed: a function that signs nothing does without the file. */
const files: Readonly<Record<PreparedName['face'], () => string>> = {
  script: () => require.resolve('@expo-google-fonts/dancing-script/600SemiBold/DancingScript_600SemiBold.ttf'),
  italic: () => join(tinosFolder, '400Regular_Italic/Tinos_400Regular_Italic.ttf'),
};

export const fileOfFace = (face: PreparedName['face']): string => files[face]();
