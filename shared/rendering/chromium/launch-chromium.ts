/** Starts one Chromium that can reach neither the network nor a secret, and that ends with this process. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { fontFile, symbolFontFile, tinosFolder } from '../font/font-file.ts';
import { fontFamily } from '../layout.ts';
import { MachineBusy } from '../process/fair-queue.ts';
import { newScratchFolder, sweepScratchFolders } from '../process/scratch.ts';
import { chosenBrowser } from './find-browser.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** Without --disable-web-security, which lets an iframe print local files. The last three cut the network. */
const common = [
  '--headless',
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

export interface Chromium {
  readonly browser: Browser;
  /** Negative if the browser has several processes: they form a group of this number, as kill(2) has it. */
  readonly pid: number;
  /** Its name and version, if it is not the one that the project ships. */
  readonly engine: string | undefined;
  /** False as soon as the process has ended for any reason. */
  isAlive(): boolean;
  /** Ends the process at once, even while it is busy. Safe to call again. */
  kill(): void;
}

/** A browser's program, and how it is started. */
interface Program {
  readonly executable: string;
  /** The value of LD_LIBRARY_PATH: libraries that a bare machine (or Lambda) lacks. */
  readonly libraries?: string;
  readonly flags: readonly string[];
}

let unpacked: Promise<Program> | undefined;

const shipped = async (): Promise<Program> => ({
  ...(await unpackChromium()),
  // Lambda allows one process only. It starts in 100 ms and can hold one page at a time.
  flags: ['--single-process', '--no-zygote', '--no-sandbox', ...common],
});

/**
 * Starts a fresh browser. The unpacked files are checked once per process, and again if the browser does not start: a
 * cleaner may have removed some. Throws `MachineBusy` if a start takes too long: 0.1 to 2 seconds are usual.
 */
export async function launchChromium(choice = chosenBrowser(), patienceMs = 10_000): Promise<Chromium> {
  if (choice?.kind === 'none') throw new Error(choice.why);
  if (choice?.kind === 'installed') {
    const flags = [
      // Chromium refuses to start its sandbox for root, who is the only user of many containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // A person's own browser asks for no password, and loads nothing of theirs.
      '--disable-extensions',
      '--disable-default-apps',
      '--no-default-browser-check',
      '--password-store=basic',
      '--use-mock-keychain',
      ...common,
    ];
    return launchFrom({ executable: choice.executable, flags }, patienceMs);
  }
  try {
    unpacked ??= shipped();
    return await launchFrom(await unpacked, patienceMs);
  } catch (error) {
    if (error instanceof MachineBusy) throw error;
    unpacked = shipped();
    return launchFrom(await unpacked, patienceMs);
  }
}

async function launchFrom(program: Program, patienceMs: number): Promise<Chromium> {
  const { launch } = await import('puppeteer-core');
  sweepScratchFolders();
  const scratch = newScratchFolder();
  // Over a pipe, puppeteer would wait forever for a browser that says nothing.
  const late = new AbortController();
  const clock = setTimeout(() => late.abort(), patienceMs);
  try {
    const browser = await launch({
      executablePath: program.executable,
      args: [...program.flags, `--user-data-dir=${scratch}/profile`],
      ignoreDefaultArgs: true,
      waitForInitialPage: false,
      signal: late.signal,
      // A pipe rather than a port: no one else can control the browser, and it ends when the pipe breaks.
      pipe: true,
      env: environment(program, scratch),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return supervise(
      browser,
      scratch,
      program.libraries === undefined ? (await browser.version()).replace('Headless', '') : undefined,
    );
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw late.signal.aborted ? new MachineBusy('The browser did not start in time', { cause: error }) : error;
  } finally {
    clearTimeout(clock);
  }
}

/** The browser's whole environment. It holds none of our keys. */
function environment({ libraries }: Program, scratch: string): Record<string, string> {
  const fontsFile = join(scratch, 'fonts.conf');
  const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const symbols = join(scratch, 'symbols');
  mkdirSync(symbols);
  writeFileSync(join(symbols, 'symbols.ttf'), fontFile(symbolFontFile));
  writeFileSync(
    fontsFile,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escaped(tinosFolder)}</dir><dir>${escaped(symbols)}</dir><cachedir>${escaped(join(scratch, 'fonts'))}</cachedir>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>${fontFamily}</string></edit></match>
</fontconfig>`,
  );
  return {
    // An installed browser may be a script, which needs the system's own programs.
    ...(libraries === undefined ? { PATH: '/usr/bin:/bin' } : { LD_LIBRARY_PATH: libraries }),
    FONTCONFIG_FILE: fontsFile,
    HOME: scratch,
    TMPDIR: scratch,
  };
}

const running = new Set<Chromium>();

/** Notices the end of the browser, removes its files then, and ends it together with this process. */
function supervise(browser: Browser, scratch: string, engine: string | undefined): Chromium {
  const child = browser.process();
  if (child?.pid === undefined) throw new Error('Chromium started without a process');
  let alive = true;
  const chromium: Chromium = {
    browser,
    pid: engine === undefined ? child.pid : -child.pid,
    engine,
    isAlive: () => alive && browser.connected,
    kill: () => {
      alive = false;
      child.kill('SIGKILL');
      if (chromium.pid > 0) return;
      // A busy page of a browser with several processes lives in another one than the browser itself.
      try {
        process.kill(chromium.pid, 'SIGKILL');
      } catch {
        // Nothing is left of it, or this is Windows, which has no groups and ends them all on its own.
      }
    },
  };
  running.add(chromium);
  child.once('exit', () => {
    alive = false;
    running.delete(chromium);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  });
  watchOwnEnd();
  return chromium;
}

let isEndWatched = false;

/** Kills the browsers when this process ends, because a busy one does not notice a broken pipe. */
function watchOwnEnd(): void {
  if (isEndWatched) return;
  isEndWatched = true;
  const killAll = () => {
    for (const chromium of running) chromium.kill();
  };
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
