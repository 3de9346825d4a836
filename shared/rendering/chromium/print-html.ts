/** Prints an author's HTML with Chromium, which no document can leave, keep busy or change for the next one. */

import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import { faxWarnings } from '../fax/fitness.ts';
import { checkHtml } from '../html/check-html.ts';
import { unprintable } from '../layout.ts';
import { drawingWarnings } from '../pdf/preview.ts';
import { MachineBusy } from '../process/fair-line.ts';
import { documentKey, rememberAnswers } from '../process/remember-answers.ts';
import { residentBytes, type WorkLimits, type WorkOptions, watched } from '../process/watchdog.ts';
import { blamed, type PrintFailure, printFailure } from './blame.ts';
import { isElaborate } from './chromium-pdf.ts';
import { type Printed, printPage } from './print-page.ts';
import { inTurn, tidyUp, warmBrowser, withoutBrowser } from './warm-browser.ts';

export { closeBrowser, warmUp } from './warm-browser.ts';

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
  { network = 'unknown', limits = printLimits }: WorkOptions = {},
): Promise<Rendered<Printed>> {
  const unavailable = withoutBrowser();
  if (unavailable !== undefined) return unavailable;
  const checked = await checkHtml(html);
  if (!checked.ok) return checked;
  const key = documentKey(html, paper, limits);
  const sheet = { html: checked.html, paper };
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
  const { pdf, pages } = printed;
  const unfit = paper.isFaxed ? await faxWarnings(pdf, pages, { network }) : [];
  const undrawn = !paper.isFaxed && (await isElaborate(pdf)) ? await drawingWarnings(pdf, pages, network) : [];
  return { ...printed, warnings: [...checked.warnings, ...printed.warnings, ...unfit, ...undrawn] };
}

/** A document that passed the check, and its paper. */
interface PrintSheet {
  readonly html: string;
  readonly paper: Paper;
}

async function printTwice(sheet: PrintSheet, limits: WorkLimits): Promise<Rendered<Printed>> {
  try {
    const startedAt = performance.now();
    const first = await attempt(sheet, limits);
    if (first.ok !== undefined) return first;
    if (first.error instanceof MachineBusy) throw first.error;
    const passedMs = performance.now() - startedAt;
    const left = (ms = 2 * limits.timeMs) => Math.max(0, ms - passedMs);
    const second = await attempt(sheet, {
      ...limits,
      timeMs: left(limits.timeMs),
      patienceMs: left(limits.patienceMs),
    });
    if (second.ok !== undefined) return second;
    if (second.error instanceof MachineBusy) throw second.error;
    // A trivial page: if this fails too, the browser is at fault.
    const plain = { html: '<p>x</p>', paper: sheet.paper };
    const plainLimits = { ...limits, timeMs: 1_000, patienceMs: 3_000 };
    return await blamed([first, second], async () => (await attempt(plain, plainLimits)).ok ?? false);
  } finally {
    await tidyUp();
  }
}

async function attempt({ html, paper }: PrintSheet, limits: WorkLimits): Promise<Rendered<Printed> | PrintFailure> {
  const chromium = await warmBrowser();
  try {
    const memoryBytes = limits.memoryBytes + (residentBytes(chromium.pid) ?? 0);
    const work = printPage(chromium.browser, html, paper);
    const outcome = await watched(chromium.pid, { ...limits, memoryBytes }, chromium.kill, work);
    if (outcome.excess === undefined)
      return outcome.result.ok ? { ...outcome.result, engine: chromium.engine } : outcome.result;
    if (outcome.excess === 'starved')
      return { error: new MachineBusy('The browser got too little time'), lost: undefined };
    const seconds = Math.ceil(limits.timeMs / 1_000);
    const what = outcome.excess === 'time' ? `takes longer than ${seconds} seconds` : 'takes too much memory';
    return unprintable(`The HTML ${what} to print. Use fewer nested tables and columns, and smaller images.`);
  } catch (error) {
    const failure = printFailure(error, chromium.isAlive());
    // A browser that failed once is not trusted with the next document.
    chromium.kill();
    return failure;
  }
}
