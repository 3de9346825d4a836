import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/** Every file and package that is loaded with `start`: its static imports and theirs, but not dynamic imports. */
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

test('a quote for text loads only the table of advances and the line breaker', () => {
  expect(packagesOf('shared/rendering/text/typeset.ts')).toEqual(['linebreak']);
});

test('a renderer loads no package until it is used', () => {
  expect(packagesOf('shared/rendering/renderer.ts')).toEqual([]);
});

test('the PDF writer loads fontkit and pdfkit, so the tests above can fail', () => {
  expect(packagesOf('shared/rendering/text/write-pdf.ts')).toEqual(expect.arrayContaining(['fontkit', 'pdfkit']));
});
