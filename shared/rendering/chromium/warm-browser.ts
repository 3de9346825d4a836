/** Keeps one browser warm and lends it to one document at a time: a second one crashes single-process Chromium. */
import type { Unprintable } from '../../domain/paper.ts';
import { unprintable } from '../layout.ts';
import { fairLine, MachineBusy } from '../process/fair-line.ts';
import { residentBytes } from '../process/watchdog.ts';
import { chosenBrowser } from './find-browser.ts';
import { type Chromium, launchChromium } from './launch-chromium.ts';
import { makeReady } from './page/sealed.ts';

let warm: Promise<Chromium> | undefined;

/** The warm browser, or a new one if there is none or it died. */
export async function warmBrowser(): Promise<Chromium> {
  warm ??= launch();
  const chromium = await warm;
  if (chromium.isAlive()) return chromium;
  warm = launch();
  return warm;
}

/** One document at a time. The longest wait is for the longest document and a new browser after it. */
export const inTurn = fairLine({ places: 1, waitMs: 12_000, longest: 16 });

/** Replaces a browser that the last document has filled with memory, so that the next one has its whole share. */
export async function tidyUp(): Promise<void> {
  const chromium = await warm?.catch(() => undefined);
  if (chromium === undefined) return;
  // Plain letters leave the browser with 130 to 250 MB. The processes of a group share memory that is counted for each.
  const largeBytes = { one: 400_000_000, group: 2_000_000_000 };
  if ((residentBytes(chromium.pid) ?? 0) < largeBytes[chromium.pid > 0 ? 'one' : 'group']) return;
  chromium.kill();
  warmUp();
}

/** Starts the browser in the background, so that the first document need not wait for it. */
export function warmUp(): void {
  warmBrowser().catch(() => undefined);
}

/** Kills the browser without waiting for a document that is being printed. A later document starts a new one. */
export async function closeBrowser(): Promise<void> {
  const closing = warm;
  warm = undefined;
  const chromium = await closing?.catch(() => undefined);
  chromium?.kill();
}

/** When a chosen browser last failed to start; undefined once one has. */
let failedAt: number | undefined;

/**
 * The refusal of HTML if none can be printed; undefined if it probably can. No request waits for a browser that has just
 * failed: it is tried again in the background.
 */
export function withoutBrowser(): Unprintable | undefined {
  const choice = chosenBrowser();
  if (choice?.kind === 'none') return cannot(choice.why, choice.cure);
  if (failedAt === undefined) return undefined;
  const triedAgainAfterMs = 10_000;
  if (performance.now() - failedAt > triedAgainAfterMs) warmUp();
  return cannot('The browser does not start.', 'npm run doctor says why.');
}

const cannot = (why: string, cure: string): Unprintable => ({
  ...unprintable(`HTML and Markdown cannot be printed on this machine. ${why} ${cure} Text and PDFs need no browser.`),
  code: 'html_unavailable',
});

function launch(): Promise<Chromium> {
  const launched = launchChromium().then(
    (chromium) => {
      failedAt = undefined;
      makeReady(chromium.browser);
      return chromium;
    },
    (cause: unknown): never => {
      // Lambda has the browser that the project ships: if it does not start, the machine lacks time or memory.
      if (cause instanceof MachineBusy || chosenBrowser() !== undefined) throw cause;
      throw new MachineBusy('The browser does not start', { cause });
    },
  );
  // A failed start is forgotten, so that later documents do not get its error. Where a host has chosen the browser, they
  // are refused instead.
  launched.catch((error: unknown) => {
    if (warm === launched) warm = undefined;
    if (!(error instanceof MachineBusy)) failedAt = performance.now();
  });
  return launched;
}
