/** Keeps one browser warm and lends it to one document at a time: a second one crashes single-process Chromium. */
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

/** Runs `work` when all earlier work is done. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn.catch(() => undefined);
  return turn;
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
