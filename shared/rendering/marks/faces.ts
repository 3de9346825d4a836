/** The faces of typed signatures, opened once. */
import type { Font } from 'fontkit';
import type { PreparedName } from '../../core/given/marks.ts';
import { plainFont } from '../font/plain-font.ts';
import { fileOfFace } from './face-files.ts';

type SignatureFace = PreparedName['face'];

const open = new Map<SignatureFace, Font>();

export function faceOf(face: SignatureFace): Font {
  const font = open.get(face) ?? plainFont(fileOfFace(face));
  open.set(face, font);
  return font;
}
