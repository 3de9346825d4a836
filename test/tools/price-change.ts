/**
 * `npm run house:price`: copies the project, makes one letter a cent dearer there, writes docs/openapi.json anew as such
 * a change demands, and prints which suites fail. Words after `--` go to Jest: `npm run house:price -- test/products`
 * runs that folder alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const priceList = 'shared/products/price-list.ts';
const notCopied = new Set(['node_modules', '.git', '.local']);
/** The first price of the list, and its version: the comment there says that they change together. */
const firstPrice = /(?<=\bbw: )\d+/;
const version = /(?<=\bversion: ')[^']+/;

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
  readonly numFailedTests: number;
}

function change(file: string): void {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(firstPrice, (cents) => `${Number(cents) + 1}`).replace(version, 'dearer');
  if (!changed.includes('dearer') || text.match(firstPrice)?.[0] === changed.match(firstPrice)?.[0])
    throw new Error(`${priceList} no longer begins with a version and a price of a black and white letter`);
  writeFileSync(file, changed);
}

const folder = mkdtempSync(join(tmpdir(), 'price-'));
try {
  cpSync(root, folder, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  change(join(folder, priceList));
  execFileSync(process.execPath, ['bin/write-openapi.ts'], { cwd: folder });
  const report = join(folder, 'report.json');
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const words = [...jest, '--silent', '--json', `--outputFile=${report}`, ...process.argv.slice(2)];
  spawnSync(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { testResults, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  for (const name of failed.sort()) console.log(name.slice(name.indexOf('/test/') + 1));
  console.log(`${failed.length} of ${testResults.length} suites fail, ${numFailedTests} tests`);
} finally {
  rmSync(folder, { recursive: true });
}
