/** The faces of typed signatures: a handwriting from its npm package, and Tinos Italic for what that face lacks. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import type { PreparedName } from '../../core/given/marks.ts';
import { plainFont } from '../font/plain-font.ts';
import { tinosFolder } from '../font/tinos.ts';

type Face = PreparedName['face'];

const require = createRequire(import.meta.url);

/** Found when it is needed: a function that signs nothing does without the file. */
const files: Readonly<Record<Face, () => string>> = {
  script: () => require.resolve('@expo-google-fonts/dancing-script/600SemiBold/DancingScript_600SemiBold.ttf'),
  italic: () => join(tinosFolder, '400Regular_Italic/Tinos_400Regular_Italic.ttf'),
};

const open = new Map<Face, Font>();

export const fileOfFace = (face: Face): string => files[face]();

export function faceOf(face: Face): Font {
  const font = open.get(face) ?? plainFont(fileOfFace(face));
  open.set(face, font);
  return font;
}
