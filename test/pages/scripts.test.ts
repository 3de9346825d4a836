/** The scripts of pages: each is sent as the source of functions, so it must run without the module around them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { script as copyScript } from '#scripts/copy';
import { script as momentsScript } from '#scripts/moments';
import { packageOptions, root } from '../../lib/cloud/packaging/bundles.ts';
import { scriptOf } from '../../shared/pages/html.ts';

const run = promisify(execFile);
const scripts = join(root, 'shared/pages/scripts');
const names = readdirSync(scripts)
  .filter((file) => /^export const script = /m.test(readFileSync(join(scripts, file), 'utf8')))
  .map((file) => file.replace('.ts', ''));

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** All scripts as a module sends them that Node loads by itself. */
async function sentBy(module: string): Promise<Readonly<Record<string, string>>> {
  const program = `const scripts = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(scripts, (_, value) => Object(value) === value && value !== scripts ? String(value) : value))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  return JSON.parse(stdout);
}

const all = names.map((name) => `export { script as ${name} } from './${name}.ts';`).join('\n');

/** As `npm start` loads them: Node leaves the types out. */
async function fromSources() {
  const module = join(folder, 'all.ts');
  writeFileSync(module, all.replaceAll("'./", `'${scripts}/`));
  return sentBy(module);
}

/** As a package of a function has them: minified, with what they import in the same file. */
async function fromPackage() {
  const outfile = join(folder, 'all.mjs');
  const { splitting: _, ...options } = packageOptions;
  await build({ ...options, stdin: { contents: all, resolveDir: scripts, loader: 'ts' }, outfile });
  return sentBy(outfile);
}

/** The names that a browser does not know, by script. */
async function unknownIn(sources: Readonly<Record<string, string>>): Promise<string[]> {
  const own = mkdtempSync(join(folder, 'checked-'));
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(own, `${name}.js`), source);
  const compilerOptions = { allowJs: true, checkJs: true, noEmit: true, lib: ['es2024', 'dom'], types: [] };
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '--project', own, '--pretty', 'false']).catch(
    (failed: { readonly stdout: string }) => failed,
  );
  return Array.from(stdout.matchAll(/(\w+)\.js\(.*Cannot find name '(.*?)'/g), ([, name, word]) => `${name}: ${word}`);
}

const outside = 'not sent';
const planted = scriptOf(() => outside).toString();

test.each([
  ['the sources', fromSources],
  ['a package', fromPackage],
])('from %s every script runs alone: it names nothing but what a browser has', async (_, sent) => {
  const sources = await sent();
  expect(Object.keys(sources)).toEqual(names);
  expect(await unknownIn({ ...sources, planted })).toEqual(['planted: outside']);
});

test.each([
  ['en', /^March 13, 2026 at 09:35\sPM GMT-2:30$/],
  ['fr-CA', /^13 mars 2026 à 21\u00A0h\u00A035 HAT$/],
])('in %s a moment is told in the zone of the browser, and no line breaks its hour', (lang, told) => {
  const time = { dateTime: '2026-03-14T00:05:00.000Z', textContent: '' };
  const document = { documentElement: { lang }, querySelectorAll: () => [time] };
  runInNewContext(momentsScript.toString(), { document });
  expect(time.textContent).toMatch(told);
});

describe('the button that copies', () => {
  /** The home page with one text to copy, in a browser with this clipboard or none. */
  function homeWith(clipboard?: { writeText(text: string): Promise<void> }) {
    const button = { textContent: '', addEventListener: (_: string, press: () => void) => presses.push(press) };
    const presses: (() => void)[] = [];
    const buttons: object[] = [];
    const box = {
      textContent: 'https://mail.example/mcp',
      closest: () => ({ dataset: { copy: 'Copy', copied: 'Copied' } }),
      parentElement: { after: (added: object) => buttons.push(added) },
    };
    const document = { querySelectorAll: () => [box], createElement: () => button };
    runInNewContext(copyScript.toString(), { document, navigator: clipboard === undefined ? {} : { clipboard } });
    return { button, buttons, press: () => presses.map((press) => press()) };
  }

  test('copies the text and says so', async () => {
    const copied: string[] = [];
    const { button, press } = homeWith({ writeText: async (text) => void copied.push(text) });
    expect(button.textContent).toBe('Copy');
    press();
    await new Promise(setImmediate);
    expect([copied, button.textContent]).toEqual([['https://mail.example/mcp'], 'Copied']);
  });

  test('says nothing where the browser refuses, and is not there without a clipboard', async () => {
    const { button, buttons, press } = homeWith({ writeText: () => Promise.reject(new Error('denied')) });
    press();
    await new Promise(setImmediate);
    expect([button.textContent, buttons.length, homeWith().buttons.length]).toEqual(['Copy', 1, 0]);
  });
});
