/** Keeps one browser warm and lends it to one document at a time: single-process Chromium dies of a second one. */

import { type Chromium, launchChromium } from './launch-chromium.ts';
import { makeReady } from './page/sealed.ts';

let warm: Promise<Chromium> | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/** The warm browser, or a new one if there is none or it died. */
export async function warmBrowser(): Promise<Chromium> {
  warm ??= launch();
  const chromium = await warm;
  if (chromium.isAlive()) return chromium;
  warm = launch();
  return warm;
}

/** Runs `work` when everything that came before it is done. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Starts the browser in the background, so that the first document need not wait for it. */
export function warmUp(): void {
  warmBrowser().catch(() => undefined);
}

/** Ends the browser; a document that is being printed is not waited for. A later document starts a new one. */
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
  // A start that failed must not be what every later document gets.
  launched.catch(() => {
    if (warm === launched) warm = undefined;
  });
  return launched;
}
