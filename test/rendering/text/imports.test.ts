import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/** Every file and package that is loaded together with `start`: what it imports at its top, and so on; not what it may import later. */
function loadedWith(start: URL, found = new Set<string>()): Set<string> {
  const name = fileURLToPath(start);
  if (found.has(name)) return found;
  found.add(name);
  for (const [, target = ''] of readFileSync(start, 'utf8').matchAll(imports)) {
    if (target.startsWith('.')) loadedWith(new URL(target, start), found);
    else found.add(target);
  }
  return found;
}

const packagesOf = (file: string) =>
  [...loadedWith(new URL(`../../../${file}`, import.meta.url))].filter((name) => !name.startsWith('/'));

test('a quote of text loads a table of advances and the rules of line breaks, and nothing else', () => {
  expect(packagesOf('shared/rendering/text/typeset.ts')).toEqual(['linebreak']);
});

test('a renderer that has drawn nothing yet has loaded no package', () => {
  expect(packagesOf('shared/rendering/renderer.ts')).toEqual([]);
});

test('the writer of PDFs loads them, so the two tests above can fail', () => {
  expect(packagesOf('shared/rendering/text/write-pdf.ts')).toEqual(expect.arrayContaining(['fontkit', 'pdfkit']));
});
