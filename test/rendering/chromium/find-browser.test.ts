/** Which browser prints on which machine. The machines are fakes, so no file of the real machine is read. */
import { findBrowser, type Machine } from '../../../shared/rendering/chromium/find-browser.ts';

/** A machine on which these programs can be executed. */
const machine = (facts: Partial<Machine>, ...programs: string[]): Machine => ({
  platform: 'linux',
  arch: 'x64',
  home: '/home/ada',
  configuredPath: undefined,
  ...facts,
  isExecutable: (path) => programs.includes(path),
});
const installed = (executable: string) => ({ kind: 'installed', executable });

const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';

test('Linux on x64 uses the shipped browser, whatever else is installed', () => {
  expect(findBrowser(machine({}, '/usr/bin/chromium'))).toEqual({ kind: 'shipped' });
});

test.each<[string, Partial<Machine>, string]>([
  ['Chrome on a Mac', { platform: 'darwin', arch: 'arm64' }, chrome],
  ['Chrome installed for one user of a Mac', { platform: 'darwin', arch: 'arm64' }, `/home/ada${chrome}`],
  ['Edge on Windows', { platform: 'win32' }, edge],
  ['Chromium on Linux on arm64', { arch: 'arm64' }, '/usr/bin/chromium'],
])('%s is found', (_, facts, program) => {
  expect(findBrowser(machine(facts, program))).toEqual(installed(program));
});

test('Google Chrome is preferred if several browsers are installed', () => {
  const programs = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge-stable'];
  expect(findBrowser(machine({ arch: 'arm64' }, ...programs))).toEqual(installed('/usr/bin/google-chrome'));
});

test('the browser in CHROMIUM_PATH comes first on every machine', () => {
  const configuredPath = '/opt/chrome';
  const mac = machine({ configuredPath, platform: 'darwin' }, configuredPath, chrome);
  const linux = machine({ configuredPath }, configuredPath);
  for (const computer of [linux, mac]) expect(findBrowser(computer)).toEqual(installed(configuredPath));
});

test.each<[string, Partial<Machine>, reason: string, fix: RegExp]>([
  ['no browser is installed', { platform: 'darwin' }, 'No Chrome, Edge or Chromium was found.', /^Install one/],
  ['CHROMIUM_PATH is wrong', { configuredPath: '/home/ada/x' }, 'CHROMIUM_PATH is not an executable.', /^Set it to/],
])('if %s, the error says what to do, but names no path on the machine', (_, facts, reason, fix) => {
  const choice = findBrowser(machine(facts));
  expect(choice).toEqual({ kind: 'none', reason, fix: expect.stringMatching(fix) });
  expect(JSON.stringify(choice)).not.toContain('ada');
});
