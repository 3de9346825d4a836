/** Which browser prints on which machine. No file of this machine is looked at: the machines are invented. */
import { findBrowser, type Machine } from '../../../shared/rendering/chromium/find-browser.ts';

const machine = (facts: Partial<Machine>, ...programs: string[]): Machine => ({
  platform: 'linux',
  arch: 'x64',
  home: '/home/ada',
  named: undefined,
  ...facts,
  isProgram: (path) => programs.includes(path),
});
const installed = (executable: string) => ({ kind: 'installed', executable });

const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';

test('Linux on x64 takes the browser that the project ships, whatever else is installed', () => {
  expect(findBrowser(machine({}, '/usr/bin/chromium'))).toEqual({ kind: 'shipped' });
});

test.each<[string, Partial<Machine>, string]>([
  ['Chrome on a Mac', { platform: 'darwin', arch: 'arm64' }, chrome],
  ['Chrome of one user of a Mac', { platform: 'darwin', arch: 'arm64' }, `/home/ada${chrome}`],
  ['Edge on Windows', { platform: 'win32' }, edge],
  ['Chromium on Linux on arm64', { arch: 'arm64' }, '/usr/bin/chromium'],
])('%s is found', (_, facts, program) => {
  expect(findBrowser(machine(facts, program))).toEqual(installed(program));
});

test('the likeliest of several is taken', () => {
  const programs = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge-stable'];
  expect(findBrowser(machine({ arch: 'arm64' }, ...programs))).toEqual(installed('/usr/bin/google-chrome'));
});

test('a browser that is named comes first, on every machine', () => {
  const named = '/opt/chrome';
  expect(findBrowser(machine({ named }, named))).toEqual(installed(named));
  expect(findBrowser(machine({ named, platform: 'darwin' }, named, chrome))).toEqual(installed(named));
});

test.each<[string, Partial<Machine>, RegExp]>([
  ['none is installed', { platform: 'darwin', arch: 'arm64' }, /^No Chrome, Edge or Chromium was found\. Install one/],
  ['the named one is not there', { named: '/home/ada/chrome' }, /^CHROMIUM_PATH names no program\. Set it to/],
])('the refusal names the cure where %s, without a path of the machine', (_, facts, says) => {
  const choice = findBrowser(machine(facts));
  expect(choice.kind === 'none' && `${choice.why} ${choice.cure}`).toMatch(says);
  expect(JSON.stringify(choice)).not.toContain('ada');
});
