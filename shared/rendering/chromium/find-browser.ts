/** Decides which browser prints HTML: the one in CHROMIUM_PATH, the shipped one, or an installed one. */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';

export type BrowserChoice =
  | { readonly kind: 'shipped' }
  | { readonly kind: 'installed'; readonly executable: string }
  /** `reason` and `fix` are sentences. */
  | { readonly kind: 'none'; readonly reason: string; readonly fix: string };

/** The facts about this machine on which the choice depends. Tests fake them. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly home: string;
  /** CHROMIUM_PATH. */
  readonly configuredPath: string | undefined;
  isExecutable(path: string): boolean;
}

export const thisMachine = (configuredPath: string | undefined): Machine => ({
  platform: process.platform,
  arch: process.arch,
  home: homedir(),
  configuredPath,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
});

/** CHROMIUM_PATH comes first on every machine. The shipped Chromium is built for Linux on x64 only. */
export function findBrowser(machine: Machine): BrowserChoice {
  const { platform, arch, home, configuredPath, isExecutable } = machine;
  if (configuredPath !== undefined && !isExecutable(configuredPath))
    return {
      kind: 'none',
      reason: 'CHROMIUM_PATH is not an executable.',
      fix: 'Set it to the path of a Chrome, Edge or Chromium executable, or remove it, and start again.',
    };
  if (configuredPath !== undefined) return { kind: 'installed', executable: configuredPath };
  if (platform === 'linux' && arch === 'x64') return { kind: 'shipped' };
  // Where installers put a browser, most likely first.
  const paths = {
    darwin: ['', home].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `${folder}/Applications/${name}.app/Contents/MacOS/${name}`,
      ),
    ),
    win32: ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((path) =>
      ['C:\\Program Files', 'C:\\Program Files (x86)', `${home}\\AppData\\Local`].map((folder) => `${folder}\\${path}`),
    ),
    linux: ['google-chrome-stable', 'google-chrome', 'chromium', 'microsoft-edge-stable', 'chromium-browser'].map(
      (name) => `/usr/bin/${name}`,
    ),
  };
  const executable = (platform === 'darwin' || platform === 'win32' ? paths[platform] : paths.linux).find(isExecutable);
  if (executable !== undefined) return { kind: 'installed', executable };
  return {
    kind: 'none',
    reason: 'No Chrome, Edge or Chromium was found.',
    fix: 'Install one, or set CHROMIUM_PATH to its executable, and start again.',
  };
}

let choice: BrowserChoice | undefined;

/** Sets the browser outside Lambda. A Lambda function uses the browser in its own package. */
export function useBrowser(newChoice: BrowserChoice): void {
  choice = newChoice;
}

/** `undefined` if none was chosen. Then the shipped one is used, and if it doesn't start, the machine counts as busy. */
export const chosenBrowser = (): BrowserChoice | undefined => choice;
