/**
 * Prints an author's HTML with Chromium, which no document can leave, keep busy or change for the next one. One browser
 * stays warm and prints one document at a time, because a second one crashes single-process Chromium.
 */

import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import { faxWarnings } from '../fax/fitness.ts';
import { checkHtml } from '../html/check-html.ts';
import type { MarkupLanguage } from '../html/parse-html.ts';
import { unprintable } from '../layout.ts';
import { fairQueue, MachineBusy } from '../process/fair-queue.ts';
import { documentKey, rememberAnswers } from '../process/remember-answers.ts';
import { residentBytes, type WorkLimits, type WorkOptions, watchWork } from '../process/watchdog.ts';
import { chosenBrowser } from './find-browser.ts';
import { type Chromium, launchChromium } from './launch-chromium.ts';
import { makeReady, NoPage } from './page/sealed.ts';
import { type Printed, printPage } from './print-page.ts';

/** The time of both attempts together, from the start of the turn; the memory that a document adds. */
export const printLimits: WorkLimits = { timeMs: 8_000, patienceMs: 12_000, memoryBytes: 1_200_000_000 };

/** Remembers the refusals of documents, but not those of a machine without a browser. */
const remembered = rememberAnswers<Rendered<Printed>>((result) => !result.ok && result.code === undefined);

/**
 * The PDF of `html` and its number of pages, the same bytes for the same HTML. Unprintable: anything that the checks
 * refuse, a document that takes too long or too much memory, one that stops the browser twice, and any if this machine
 * has no browser. Throws `MachineBusy`, also if in Lambda Chromium does not start.
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
  const unavailable = withoutBrowser();
  if (unavailable !== undefined) return unavailable;
  const checked = await checkHtml(html, language);
  if (!checked.ok) return checked;
  const key = documentKey(html, paper, limits, language);
  const sheet = { html: checked.html, paper, language };
  const print = () =>
    inTurn(network, () => printTwice(sheet, limits)).catch((error: unknown): Unprintable => {
      // The document that hit the failed browser start is refused like later ones.
      const refusal = error instanceof MachineBusy ? undefined : withoutBrowser();
      if (refusal === undefined) throw error;
      return refusal;
    });
  const printed = await remembered(key, print);
  if (!printed.ok) return printed;
  // Runs after the document's turn: it draws in its own process, and the next document need not wait for that.
  const unfit = paper.isFaxed ? await faxWarnings(printed.pdf, printed.pages, { network }) : [];
  return { ...printed, warnings: [...checked.warnings, ...printed.warnings, ...unfit] };
}

/** A document that passed the check, and its paper. */
interface PrintSheet {
  readonly html: string;
  readonly paper: Paper;
  readonly language: MarkupLanguage;
}

async function printTwice(sheet: PrintSheet, limits: WorkLimits): Promise<Rendered<Printed>> {
  try {
    const startedAt = performance.now();
    const first = await attempt(sheet, limits);
    if (first.ok !== undefined) return first;
    const { timeMs, patienceMs = 2 * timeMs } = limits;
    const passedMs = performance.now() - startedAt;
    const [timeLeft = 0, patienceLeft = 0] = [timeMs, patienceMs].map((ms) => Math.max(0, ms - passedMs));
    // The first browser took all the time and died, so nothing is known of the document.
    if (timeLeft === 0) throw new MachineBusy('The browser got too little time');
    const second = await attempt(sheet, { ...limits, timeMs: timeLeft, patienceMs: patienceLeft });
    if (second.ok !== undefined) return second;
    // A trivial page: if this fails too, the browser is at fault.
    const plain = { ...sheet, html: '<p>x</p>' };
    const plainLimits = { ...limits, timeMs: 1_000, patienceMs: 3_000 };
    return await assignBlame(
      [first, second],
      async () => (await attempt(plain, plainLimits)).ok ?? false,
      sheet.language,
    );
  } finally {
    await tidyUp();
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
      // A browser that failed once is not trusted with the next document.
      chromium.kill();
      return { failure };
    },
  );
  if ('failure' in outcome) return outcome.failure;
  if (outcome.excess === undefined)
    return outcome.result.ok ? { ...outcome.result, engine: chromium.engine } : outcome.result;
  if (outcome.excess === 'starved') throw new MachineBusy('The browser got too little time');
  const seconds = Math.ceil(limits.timeMs / 1_000);
  const what = outcome.excess === 'time' ? `takes longer than ${seconds} seconds` : 'takes too much memory';
  return unprintable(
    `The ${sheet.language} ${what} to print. Use fewer nested tables and columns, and smaller images.`,
  );
}

/** An attempt to print that brought no result. */
interface PrintFailure {
  readonly ok?: never;
  readonly error: unknown;
  /** `empty`: the browser was lost before the document was in it. `printing`: with the document in it. */
  readonly lost: 'empty' | 'printing' | undefined;
}

export function printFailure(error: unknown, isAlive: boolean): PrintFailure {
  if (error instanceof NoPage) return { error, lost: 'empty' };
  // puppeteer's errors for a browser or a page that is gone or does not respond.
  const lossNames = new Set(['ProtocolError', 'TargetCloseError', 'ConnectionClosedError', 'TimeoutError']);
  const isLost = !isAlive || (error instanceof Error && lossNames.has(error.name));
  return { error, lost: isLost ? 'printing' : undefined };
}

/**
 * The refusal of a document that stopped the browser in both attempts, while a plain page prints right after it.
 * Throws `MachineBusy` if browsers die without it, too, and an error that has nothing to do with them as it is.
 */
export async function assignBlame(
  failures: readonly PrintFailure[],
  printsPlainPage: () => Promise<boolean>,
  language: MarkupLanguage = 'HTML',
): Promise<Unprintable> {
  const accident = failures.find(({ lost }) => lost === undefined);
  if (accident !== undefined) throw accident.error;
  const isItsOwn = failures.every(({ lost }) => lost === 'printing') && (await printsPlainPage());
  if (!isItsOwn) throw new MachineBusy('Browsers die on this machine', { cause: failures.at(-1)?.error });
  return unprintable(`The ${language} stopped the browser that prints it, twice. Make it simpler, or send a PDF.`);
}

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
export const inTurn = fairQueue({ places: 1, waitMs: 12_000, longest: 16 });

/** Replaces a browser that the last document has filled with memory, so that the next one has its whole share. */
async function tidyUp(): Promise<void> {
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
function withoutBrowser(): Unprintable | undefined {
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
