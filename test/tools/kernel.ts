/**
 * `npm run test:kernel` checks that the kernel depends on nothing else: it copies the kernel and the suites that need
 * only the kernel, and compiles the copy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

const kernel = /^shared\/(?:domain|products|storage|partners|orders)\//;
const alwaysCopied =
  /^(?:package\.json|tsconfig\.json|jest\.config\.js|test\/(?:environment|sequencer|long-suites|reporter)\.js|test\/support\/.*\.d\.ts)$/;

const root = join(import.meta.dirname, '..', '..');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );

const results = new Map<string, boolean>();
/** True for a file of the kernel, and for a test file that imports only the kernel and other such files. */
function needsOnlyKernel(file: string): boolean {
  if (kernel.test(file)) return true;
  if (!file.startsWith('test/') || !tracked.includes(file)) return false;
  const earlier = results.get(file);
  if (earlier !== undefined) return earlier;
  // Ends the recursion if imports form a cycle.
  results.set(file, true);
  const result = importsOf(file).every(needsOnlyKernel);
  results.set(file, result);
  return result;
}

const suites = tracked.filter(
  (file) => file.endsWith('.test.ts') && needsOnlyKernel(file) && importsOf(file).some((path) => kernel.test(path)),
);
const support = [...results].filter(([, result]) => result).map(([file]) => file);
const kernelFiles = tracked.filter((file) => kernel.test(file));
const copied = new Set([...kernelFiles, ...tracked.filter((file) => alwaysCopied.test(file)), ...suites, ...support]);

const copy = mkdtempSync(join(tmpdir(), 'kernel-'));
for (const file of copied) {
  mkdirSync(join(copy, dirname(file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
writeFileSync(
  join(copy, 'tsconfig.kernel.json'),
  JSON.stringify({ extends: './tsconfig.json', include: ['shared', 'test'], exclude: ['node_modules'] }),
);

const compiled = spawnSync(
  process.execPath,
  [join(root, 'node_modules', '.bin', 'tsc'), '--noEmit', '--project', 'tsconfig.kernel.json'],
  { cwd: copy, encoding: 'utf8' },
);
process.stdout.write(compiled.stdout);
console.log(
  `${kernelFiles.length} kernel files and ${suites.length} suites ${compiled.status === 0 ? 'compile' : 'do not compile'} on their own`,
);
rmSync(copy, { recursive: true });
process.exitCode = compiled.status === 0 && suites.length > 0 ? 0 : 1;
