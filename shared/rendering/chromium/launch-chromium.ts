/** Starts a Chromium that has no access to the network or to secrets, and that ends with this process. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { lazy } from '../../domain/lazy.ts';
import { fontFile, symbolFontFile, tinosFolder } from '../font/font-file.ts';
import { fontFamily } from '../layout.ts';
import { MachineBusy } from '../process/fair-queue.ts';
import { newScratchFolder, sweepScratchFolders } from '../process/scratch.ts';
import { chosenBrowser } from './find-browser.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** Never add --disable-web-security: with it, an iframe could print local files. The last three flags cut the network. */
const commonFlags = [
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
  // Animated images show their first frame. Otherwise the print would depend on the time.
  '--blink-settings=imageAnimationPolicy=2',
  '--lang=en-US',
  // Nothing listens on the discard port, and `<-loopback>` sends even 127.0.0.1 there.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

export interface Chromium {
  readonly browser: Browser;
  /** Negative if the browser has several processes: the number of their process group, as in kill(2). */
  readonly pid: number;
  /** The browser's name and version, if it is not the shipped one. */
  readonly engine: string | undefined;
  /** False once the process has ended for any reason. */
  isAlive(): boolean;
  /** Ends the process immediately, even if it is busy. Safe to call again. */
  kill(): void;
}

/** A browser's executable, and how to start it. */
interface Program {
  readonly executable: string;
  /** The value of LD_LIBRARY_PATH: libraries that a bare machine (or Lambda) lacks. */
  readonly libraries?: string;
  readonly flags: readonly string[];
}

let shippedProgram: Promise<Program> | undefined;

const unpackShipped = async (): Promise<Program> => ({
  ...(await unpackChromium()),
  // Lambda needs a single-process browser, which starts in 100 ms and can have one page at a time.
  flags: ['--single-process', '--no-zygote', '--no-sandbox', ...commonFlags],
});

/**
 * Starts a new browser. The unpacked files are checked once per process, and again if the browser does not start, because
 * some may have been deleted. Throws `MachineBusy` if the start takes too long; 0.1 to 2 seconds is normal.
 */
export async function launchChromium(choice = chosenBrowser(), patienceMs = 10_000): Promise<Chromium> {
  if (choice?.kind === 'none') throw new Error(choice.reason);
  if (choice?.kind === 'installed') {
    const flags = [
      // Chromium's sandbox doesn't start for root, which is the only user in many containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Keeps a person's own browser from asking for a password or loading their extensions.
      '--disable-extensions',
      '--disable-default-apps',
      '--no-default-browser-check',
      '--password-store=basic',
      '--use-mock-keychain',
      ...commonFlags,
    ];
    return launchFrom({ executable: choice.executable, flags }, patienceMs);
  }
  try {
    shippedProgram ??= unpackShipped();
    return await launchFrom(await shippedProgram, patienceMs);
  } catch (error) {
    if (error instanceof MachineBusy) throw error;
    shippedProgram = unpackShipped();
    return launchFrom(await shippedProgram, patienceMs);
  }
}

async function launchFrom(program: Program, patienceMs: number): Promise<Chromium> {
  const { launch } = await import('puppeteer-core');
  sweepScratchFolders();
  const scratch = newScratchFolder();
  // Over a pipe, puppeteer would wait forever for a browser that does not respond.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), patienceMs);
  try {
    const browser = await launch({
      executablePath: program.executable,
      args: [...program.flags, `--user-data-dir=${scratch}/profile`],
      ignoreDefaultArgs: true,
      waitForInitialPage: false,
      signal: timeout.signal,
      // Through a pipe, unlike a port, no one else can control the browser. It ends when the pipe breaks.
      pipe: true,
      env: environmentFor(program, scratch),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const isShipped = program.libraries !== undefined;
    const engine = isShipped ? undefined : (await browser.version()).replace('Headless', '');
    return supervise(browser, scratch, engine);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw timeout.signal.aborted ? new MachineBusy('The browser did not start in time', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The browser's complete environment. It has none of our keys. */
function environmentFor({ libraries }: Program, scratch: string): Record<string, string> {
  const fontsFile = join(scratch, 'fonts.conf');
  const escapeXml = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const symbols = join(scratch, 'symbols');
  mkdirSync(symbols);
  writeFileSync(join(symbols, 'symbols.ttf'), fontFile(symbolFontFile));
  writeFileSync(
    fontsFile,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escapeXml(tinosFolder)}</dir><dir>${escapeXml(symbols)}</dir><cachedir>${escapeXml(join(scratch, 'fonts'))}</cachedir>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>${fontFamily}</string></edit></match>
</fontconfig>`,
  );
  return {
    // An installed browser may be a script that needs system commands.
    ...(libraries === undefined ? { PATH: '/usr/bin:/bin' } : { LD_LIBRARY_PATH: libraries }),
    FONTCONFIG_FILE: fontsFile,
    HOME: scratch,
    TMPDIR: scratch,
  };
}

const runningBrowsers = new Set<Chromium>();

/** Removes the browser's files when it ends, and makes it end with this process. */
function supervise(browser: Browser, scratch: string, engine: string | undefined): Chromium {
  const child = browser.process();
  if (child?.pid === undefined) throw new Error('Chromium started without a process');
  let hasEnded = false;
  const chromium: Chromium = {
    browser,
    pid: engine === undefined ? child.pid : -child.pid,
    engine,
    isAlive: () => !hasEnded && browser.connected,
    kill: () => {
      hasEnded = true;
      child.kill('SIGKILL');
      if (chromium.pid > 0) return;
      // A browser with several processes has one for each page, which would not end while the page is busy.
      try {
        process.kill(chromium.pid, 'SIGKILL');
      } catch {
        // The group has ended already, or this is Windows, which has no groups and ends all the processes itself.
      }
    },
  };
  runningBrowsers.add(chromium);
  child.once('exit', () => {
    hasEnded = true;
    runningBrowsers.delete(chromium);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  });
  killAllOnExit();
  return chromium;
}

/** Kills the browsers when this process ends, because a busy one does not notice a broken pipe. */
const killAllOnExit = lazy((): void => {
  const killAll = () => {
    for (const chromium of runningBrowsers) chromium.kill();
  };
  process.on('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const handler = () => {
      // Another listener decides whether the process ends. If it does, `exit` kills the browsers.
      if (process.listenerCount(signal) > 1) return;
      killAll();
      process.off(signal, handler);
      process.kill(process.pid, signal);
    };
    process.on(signal, handler);
  }
});
