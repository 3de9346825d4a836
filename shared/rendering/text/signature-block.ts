/** Puts the block of a signature among the lines of a text. */
import { signaturePlace, withoutPlaces } from '../marks/places.ts';

/** The lines with a block at the first place that asks for it, where its line ends, or after the last. */
export function withBlock(text: string, block: readonly string[]): string[] {
  const lines = text.split('\n');
  if (block.length === 0) return lines;
  const at = lines.findIndex((line) => signaturePlace.test(line));
  if (at === -1) return [...lines, '', ...block];
  const [before = '', after = ''] = partedAt(lines[at] ?? '');
  const rest = lines.slice(at + 1).filter((line) => !signaturePlace.test(line) || withoutPlaces(line).trim() !== '');
  return [
    ...lines.slice(0, at),
    ...(before === '' ? [] : [before]),
    ...block,
    ...(after === '' ? [] : [after]),
    ...rest.map(withoutPlaces),
  ];
}

function partedAt(line: string): string[] {
  const found = signaturePlace.exec(line);
  const [from, to] = found === null ? [line.length, line.length] : [found.index, found.index + found[0].length];
  return [line.slice(0, from).trimEnd(), withoutPlaces(line.slice(to)).trim()];
}
