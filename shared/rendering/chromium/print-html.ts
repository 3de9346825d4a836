/**
 * Prints an author's HTML with Chromium so that no document can escape it, keep it busy or affect the next one. One warm
 * browser prints one document at a time, because a second one crashes single-process Chromium.
 */
import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import { faxWarnings } from '../fax/fitness.ts';
import { checkHtml } from '../html/check-html.ts';
import type { MarkupLanguage } from '../html/parse-html.ts';
import { unprintable } from '../layout.ts';
import { cacheResults, documentKey } from '../process/cache-results.ts';
import { fairQueue, MachineBusy } from '../process/fair-queue.ts';
import { residentBytes, type WorkLimits, type WorkOptions, watchWork } from '../process/watchdog.ts';
import { chosenBrowser } from './find-browser.ts';
import { type Chromium, launchChromium } from './launch-chromium.ts';
import { NoPage, prepareNextPage } from './page/sealed.ts';
import { type Printed, printPage } from './print-page.ts';

/** `timeMs` is for both attempts together, from the start of the turn. `memoryBytes` is what a document may add. */
export const printLimits: WorkLimits = { timeMs: 8_000, patienceMs: 12_000, memoryBytes: 1_200_000_000 };

/** Caches the refusals of documents, but not those of a machine without a browser. */
const cache = cacheResults<Rendered<Printed>>((result) => !result.ok && result.code === undefined);

/**
 * The PDF of `html` and its number of pages, the same bytes for the same HTML. Unprintable: anything that the checks
 * refuse, a document that takes too long or too much memory, one that crashes the browser twice, and every document if
 * this machine has no browser. Throws `MachineBusy` if the machine is too busy or, in Lambda, Chromium does not start.
 */
export async function printHtml(
  html: string,
  paper: Paper,
  {
    network = 'unknown',
    limits = printLimits,
    language = 'HTML',
  }: WorkOptions & { readonly language?: MarkupLanguage } = {},
): Promise<Rendered<Printed>> {
  const unavailable = refuseWithoutBrowser();
  if (unavailable !== undefined) return unavailable;
  const checked = await checkHtml(html, language);
  if (!checked.ok) return checked;
  const key = documentKey(html, paper, limits, language);
  const sheet = { html: checked.html, paper, language };
  const print = () =>
    runInTurn(network, () => printWithRetry(sheet, limits)).catch((error: unknown): Unprintable => {
      // A document whose browser did not start is refused like the documents after it.
      const refusal = error instanceof MachineBusy ? undefined : refuseWithoutBrowser();
      if (refusal === undefined) throw error;
      return refusal;
    });
  const printed = await cache(key, print);
  if (!printed.ok) return printed;
  // After the document's turn, because this draws in its own process and the next document need not wait for it.
  const faxRisks = paper.isFaxed ? await faxWarnings(printed.pdf, printed.pages, { network }) : [];
  return { ...printed, warnings: [...checked.warnings, ...printed.warnings, ...faxRisks] };
}

/** A document that passed the check, and its paper. */
interface PrintSheet {
  readonly html: string;
  readonly paper: Paper;
  readonly language: MarkupLanguage;
}

async function printWithRetry(sheet: PrintSheet, limits: WorkLimits): Promise<Rendered<Printed>> {
  try {
    const startedAt = performance.now();
    const first = await attempt(sheet, limits);
    if (first.ok !== undefined) return first;
    const { timeMs, patienceMs = 2 * timeMs } = limits;
    const passedMs = performance.now() - startedAt;
    // The first browser used up the time and died, which says nothing about the document.
    if (passedMs >= timeMs) throw new MachineBusy('The browser got too little time');
    const rest = { ...limits, timeMs: timeMs - passedMs, patienceMs: Math.max(0, patienceMs - passedMs) };
    const second = await attempt(sheet, rest);
    if (second.ok !== undefined) return second;
    // If even a trivial page fails, the browser is to blame.
    const plain = { ...sheet, html: '<p>x</p>' };
    const plainLimits = { ...limits, timeMs: 1_000, patienceMs: 3_000 };
    const printsPlainPage = async () => (await attempt(plain, plainLimits)).ok ?? false;
    return await assignBlame([first, second], printsPlainPage, sheet.language);
  } finally {
    await replaceLargeBrowser();
  }
}

/** Throws `MachineBusy` if the browser does not start, or gets too little time. */
async function attempt(sheet: PrintSheet, limits: WorkLimits): Promise<Rendered<Printed> | PrintFailure> {
  const chromium = await warmBrowser();
  const memoryBytes = limits.memoryBytes + (residentBytes(chromium.pid) ?? 0);
  const work = printPage(chromium.browser, sheet.html, sheet.paper, sheet.language);
  const outcome = await watchWork(chromium.pid, { ...limits, memoryBytes }, chromium.kill, work).catch(
    (error: unknown) => {
      const failure = printFailure(error, chromium.isAlive());
      // A browser that failed once is not reused.
      chromium.kill();
      return { failure };
    },
  );
  if ('failure' in outcome) return outcome.failure;
  if (outcome.excess === undefined)
    return outcome.result.ok ? { ...outcome.result, engine: chromium.engine } : outcome.result;
  if (outcome.excess === 'starved') throw new MachineBusy('The browser got too little time');
  const problem = outcome.excess === 'time' ? 'takes too long' : 'takes too much memory';
  return unprintable(
    `The ${sheet.language} ${problem} to print. Use fewer nested tables and columns, and smaller images.`,
  );
}

/** An attempt to print that had no result. */
interface PrintFailure {
  readonly ok?: never;
  readonly error: unknown;
  /** When the browser died: `before` the document was in it, or `during` the printing. `undefined` if it did not. */
  readonly browserDied: 'before' | 'during' | undefined;
}

export function printFailure(error: unknown, isAlive: boolean): PrintFailure {
  if (error instanceof NoPage) return { error, browserDied: 'before' };
  // puppeteer's errors for a browser or a page that is gone or does not respond.
  const puppeteerErrors = new Set(['ProtocolError', 'TargetCloseError', 'ConnectionClosedError', 'TimeoutError']);
  const hasDied = !isAlive || (error instanceof Error && puppeteerErrors.has(error.name));
  return { error, browserDied: hasDied ? 'during' : undefined };
}

/**
 * Refuses a document that crashed the browser in both attempts, if a plain page prints right after it. Throws
 * `MachineBusy` if browsers also die without it, and rethrows any error that is not a browser's death.
 */
export async function assignBlame(
  failures: readonly PrintFailure[],
  printsPlainPage: () => Promise<boolean>,
  language: MarkupLanguage = 'HTML',
): Promise<Unprintable> {
  const otherError = failures.find(({ browserDied }) => browserDied === undefined);
  if (otherError !== undefined) throw otherError.error;
  const diedPrinting = failures.every(({ browserDied }) => browserDied === 'during');
  if (!diedPrinting || !(await printsPlainPage()))
    throw new MachineBusy('Browsers die on this machine', { cause: failures.at(-1)?.error });
  return unprintable(`The ${language} crashed our browser twice. Make it simpler, or send a PDF.`);
}

let currentBrowser: Promise<Chromium> | undefined;

/** The current browser, or a new one if there isn't one or it has died. */
export async function warmBrowser(): Promise<Chromium> {
  currentBrowser ??= launch();
  const launched = currentBrowser;
  const chromium = await launched;
  if (chromium.isAlive()) return chromium;
  // Another caller may have replaced it already. Replacing it twice would leave a browser running unused.
  if (currentBrowser === launched || currentBrowser === undefined) currentBrowser = launch();
  return currentBrowser;
}

/** One document at a time. The wait is long enough for the slowest document and a new browser after it. */
export const runInTurn = fairQueue({ concurrency: 1, maxWaitMs: 12_000, maxWaiting: 16 });

/** Replaces a browser that uses a lot of memory after a document, so that the next document has its full share. */
async function replaceLargeBrowser(): Promise<void> {
  const chromium = await currentBrowser?.catch(() => undefined);
  if (chromium === undefined) return;
  // Plain letters leave the browser at 130 to 250 MB. In a process group, shared memory is counted once per process.
  const maxBytes = chromium.pid > 0 ? 400_000_000 : 2_000_000_000;
  if ((residentBytes(chromium.pid) ?? 0) < maxBytes) return;
  chromium.kill();
  warmUp();
}

/** Starts the browser in the background, so that the next document need not wait for it. */
export function warmUp(): void {
  warmBrowser().catch(() => undefined);
}

/** Kills the browser even if it is printing. The next document starts a new one. */
export async function closeBrowser(): Promise<void> {
  const closing = currentBrowser;
  currentBrowser = undefined;
  const chromium = await closing?.catch(() => undefined);
  chromium?.kill();
}

/** When a chosen browser last failed to start; undefined after a successful start. */
let failedAt: number | undefined;

/**
 * Refuses HTML if this machine has no working browser; undefined if it probably has. No request waits for a browser that
 * has just failed: it is retried in the background.
 */
function refuseWithoutBrowser(): Unprintable | undefined {
  const choice = chosenBrowser();
  if (choice?.kind === 'none') return htmlUnavailable(choice.reason, choice.fix);
  if (failedAt === undefined) return undefined;
  const retryAfterMs = 10_000;
  if (performance.now() - failedAt > retryAfterMs) warmUp();
  return htmlUnavailable('The browser does not start.', 'Run npm run doctor to see why.');
}

const htmlUnavailable = (reason: string, fix: string): Unprintable => ({
  ...unprintable(
    `HTML and Markdown cannot be printed on this machine. ${reason} ${fix} Text and PDFs need no browser.`,
  ),
  code: 'html_unavailable',
});

function launch(): Promise<Chromium> {
  const launched = launchChromium().then(
    (chromium) => {
      failedAt = undefined;
      prepareNextPage(chromium.browser);
      return chromium;
    },
    (cause: unknown): never => {
      // The shipped browser always starts in Lambda unless the machine lacks time or memory.
      if (cause instanceof MachineBusy || chosenBrowser() !== undefined) throw cause;
      throw new MachineBusy('The browser does not start', { cause });
    },
  );
  // Forgets a failed start so that later documents don't get its error. If a host chose the browser, they are refused.
  launched.catch((error: unknown) => {
    if (currentBrowser === launched) currentBrowser = undefined;
    if (!(error instanceof MachineBusy)) failedAt = performance.now();
  });
  return launched;
}
