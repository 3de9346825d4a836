/** Keeps one browser warm and lends it to one document at a time: a second one crashes single-process Chromium. */
import { fairLine } from '../process/fair-line.ts';
import { residentBytes } from '../process/proc.ts';
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

/** One document at a time. Nobody waits longer than for the longest document and a new browser after it. */
export const inTurn = fairLine({ places: 1, waitMs: 12_000, longest: 16 });

/** Plain letters leave the browser with 130 to 250 MB. */
const largeBytes = 400_000_000;

/** Replaces a browser in which the last document has left much memory, so that the next one has all of its own. */
export async function tidyUp(): Promise<void> {
  const chromium = await warm?.catch(() => undefined);
  if (chromium === undefined || (residentBytes(chromium.pid) ?? 0) < largeBytes) return;
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

function launch(): Promise<Chromium> {
  const launched = launchChromium().then((chromium) => {
    makeReady(chromium.browser);
    return chromium;
  });
  // A failed start is forgotten, so that later documents do not get its error.
  launched.catch(() => {
    if (warm === launched) warm = undefined;
  });
  return launched;
}
