/** Starts one Chromium that can reach neither the network nor a secret, and that ends with this process. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { tinosFolder } from '../font/tinos.ts';
import { page } from '../layout.ts';
import { newScratchFolder, sweepScratchFolders } from '../process/scratch.ts';
import { type ChromiumFiles, unpackChromium } from './unpack-chromium.ts';

export interface Chromium {
  readonly browser: Browser;
  readonly pid: number;
  /** False as soon as the process has ended for any reason. */
  isAlive(): boolean;
  /** Ends the process at once, even while it is busy. Safe to call again. */
  kill(): void;
}

/**
 * Unlike the package's own list, this one leaves out --disable-web-security and its siblings on purpose: they let an
 * iframe print local files. The last three flags cut the browser off from the network instead.
 */
const flags = [
  '--headless',
  // Lambda allows one process only, and it starts in 100 ms. It can hold one page at a time.
  '--single-process',
  '--no-zygote',
  '--no-sandbox',
  '--disable-gpu',
  '--use-gl=disabled',
  '--disable-software-rasterizer',
  '--disable-webgl',
  '--disable-dev-shm-usage',
  '--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process',
  '--disable-domain-reliability',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-breakpad',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--mute-audio',
  '--font-render-hinting=none',
  // Animated images stop at their first frame. Otherwise the paper would depend on the moment of printing.
  '--blink-settings=imageAnimationPolicy=2',
  '--lang=en-US',
  // Nothing listens on the discard port, and `<-loopback>` sends even 127.0.0.1 there.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

let unpacked: Promise<ChromiumFiles> | undefined;

/**
 * Starts a fresh browser; `without` names a flag to leave out. The unpacked files are checked once per process, and
 * again if the browser does not start: a cleaner may have removed some.
 */
export async function launchChromium(without = ''): Promise<Chromium> {
  try {
    unpacked ??= unpackChromium();
    return await launchFrom(unpacked, without);
  } catch {
    unpacked = unpackChromium();
    return launchFrom(unpacked, without);
  }
}

async function launchFrom(unpacking: Promise<ChromiumFiles>, without: string): Promise<Chromium> {
  const [{ launch }, files] = await Promise.all([import('puppeteer-core'), unpacking]);
  sweepScratchFolders();
  const scratch = newScratchFolder();
  try {
    const browser = await launch({
      executablePath: files.executable,
      args: [...flags.filter((flag) => flag !== without), `--user-data-dir=${scratch}/profile`],
      ignoreDefaultArgs: true,
      waitForInitialPage: false,
      timeout: 10_000,
      // A pipe rather than a port: nobody else can drive the browser, and it ends when the pipe breaks.
      pipe: true,
      env: environment(files, scratch),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return tended(browser, scratch);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** The browser's whole environment. It holds none of our keys. */
function environment(files: ChromiumFiles, scratch: string): Record<string, string> {
  const fontsFile = join(scratch, 'fonts.conf');
  writeFileSync(
    fontsFile,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escaped(tinosFolder)}</dir><cachedir>${escaped(join(scratch, 'fonts'))}</cachedir>
<match target="pattern"><edit name="family" mode="append_last"><string>${page.fontFamily}</string></edit></match>
</fontconfig>`,
  );
  return { LD_LIBRARY_PATH: files.libraries, FONTCONFIG_FILE: fontsFile, HOME: scratch, TMPDIR: scratch };
}

function escaped(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const living = new Set<Chromium>();

function tended(browser: Browser, scratch: string): Chromium {
  const child = browser.process();
  if (child?.pid === undefined) throw new Error('Chromium started without a process');
  let alive = true;
  const chromium: Chromium = {
    browser,
    pid: child.pid,
    isAlive: () => alive && browser.connected,
    kill: () => {
      alive = false;
      child.kill('SIGKILL');
    },
  };
  living.add(chromium);
  child.once('exit', () => {
    alive = false;
    living.delete(chromium);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  });
  dieWithUs();
  return chromium;
}

let tied = false;

/**
 * Kills the browsers when this process ends, because a busy browser does not notice a broken pipe. A host with its own
 * signal handler stops in its own order and calls closeBrowser.
 */
function dieWithUs(): void {
  if (tied) return;
  tied = true;
  process.on('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const handler = () => {
      if (process.listenerCount(signal) > 1) return;
      killAll();
      process.off(signal, handler);
      process.kill(process.pid, signal);
    };
    process.on(signal, handler);
  }
}

function killAll(): void {
  for (const chromium of living) chromium.kill();
}
