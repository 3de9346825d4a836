/** Decides which browser prints HTML: the one that is named, the one that the project ships, or one that is installed. */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';

export type BrowserChoice =
  | { readonly kind: 'shipped' }
  | { readonly kind: 'installed'; readonly executable: string }
  /** Both are sentences. */
  | { readonly kind: 'none'; readonly why: string; readonly cure: string };

/** The facts of a machine that decide. Tests invent them. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly home: string;
  /** CHROMIUM_PATH. */
  readonly named: string | undefined;
  isProgram(path: string): boolean;
}

export const thisMachine = (named: string | undefined): Machine => ({
  platform: process.platform,
  arch: process.arch,
  home: homedir(),
  named,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
});

/** The shipped Chromium is built for Linux on x64. A browser that is named comes first everywhere. */
export function findBrowser(machine: Machine): BrowserChoice {
  const { platform, arch, home, named, isProgram } = machine;
  if (named !== undefined)
    return isProgram(named)
      ? { kind: 'installed', executable: named }
      : {
          kind: 'none',
          why: 'CHROMIUM_PATH names no program.',
          cure: 'Set it to the program of a Chrome, Edge or Chromium, or leave it out, and start again.',
        };
  if (platform === 'linux' && arch === 'x64') return { kind: 'shipped' };
  // The places where installers put a browser, the likeliest first.
  const places = {
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
  const executable = (platform === 'darwin' || platform === 'win32' ? places[platform] : places.linux).find(isProgram);
  return executable === undefined
    ? {
        kind: 'none',
        why: 'No Chrome, Edge or Chromium was found.',
        cure: 'Install one, or set CHROMIUM_PATH to its program, and start again.',
      }
    : { kind: 'installed', executable };
}

let chosen: BrowserChoice | undefined;

/** Sets the browser outside Lambda. A Lambda function uses the browser in its own package. */
export function useBrowser(choice: BrowserChoice): void {
  chosen = choice;
}

/** `undefined` if none was chosen: the shipped one is used, and its failures are accidents. */
export const chosenBrowser = (): BrowserChoice | undefined => chosen;
