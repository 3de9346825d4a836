/** A text quote is fast only if it loads little. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Matches static imports and exports of values, and captures the file or package. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/** Every file and package that is loaded with `start`: its static imports and theirs, but not dynamic imports. */
function loadedWith(start: URL, loaded = new Set<string>()): Set<string> {
  const name = fileURLToPath(start);
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  for (const [, target = ''] of readFileSync(start, 'utf8').matchAll(imports)) {
    if (target.startsWith('.')) loadedWith(new URL(target, start), loaded);
    else loaded.add(target);
  }
  return loaded;
}

test.each([
  ['a quote for text loads only the table of advances and the line breaker', 'text/typeset.ts', ['linebreak']],
  ['a renderer loads no package until it is used', 'renderer.ts', []],
  ['the PDF writer loads pdfkit and fontkit, so this test can fail', 'text/write-pdf.ts', ['pdfkit', 'fontkit']],
])('%s', (_, file, packages) => {
  const loaded = loadedWith(new URL(`../../../shared/rendering/${file}`, import.meta.url));
  expect([...loaded].filter((name) => !/^(?:\/|node:)/.test(name))).toEqual(packages);
});
