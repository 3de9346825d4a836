/** Decides whether a laid-out page can be printed: refuses what would be cut off or unreadable, or warns. */
import type { Paper, Unprintable } from '../../../domain/paper.ts';
import type { Warning } from '../../../domain/warnings.ts';
import { refuseMissingGlyphs } from '../../font/characters.ts';
import type { MarkupLanguage } from '../../html/parse-html.ts';
import { columnWidthIn, PIXELS_PER_INCH, refuseTooManyPages, unprintable } from '../../layout.ts';
import { columnHeightPx, columnWidthPx, zonePx } from './sealed.ts';
import type { Survey } from './survey.ts';

/** One box of generated content, in CSS pixels from the column's top left corner. */
export interface Generated {
  /** For example `<p>::before`. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
  /** For a marker: the index of its `li` among all in the document. */
  readonly item?: number | undefined;
}

/** Why the page cannot be printed; undefined if it can. */
export function surveyRefusal(
  survey: Survey,
  generated: readonly Generated[],
  paper: Paper,
  language: MarkupLanguage,
): Unprintable | undefined {
  if (survey.forbiddenElements > 0)
    return unprintable(`The ${language} can be read in two ways. Close every element that you open.`);
  const problem =
    refuseMissingGlyphs(survey.characters, paper.isNote ? '' : ' or send a PDF') ??
    refuseTooWide(survey, generated, paper) ??
    refuseAbovePage(survey, generated);
  if (problem !== undefined) return problem;
  if (survey.scrolled !== '')
    return outOfPlace(
      survey.scrolled,
      'scrolls, and on paper the rest of its content would be cut off: let it grow with its content.',
    );
  const tooTall = paper.isNote ? refuseTooTall(survey, paper) : undefined;
  return tooTall ?? refuseTooManyPages(Math.ceil(survey.heightPx / columnHeightPx(paper)), language, paper);
}

/** The warnings for a page that can be printed. */
export function warningsOf(survey: Survey, generated: readonly Generated[], paper: Paper): Warning[] {
  const zone = zonePx(paper);
  const isZoneUsed = zone > 0 && (survey.isZoneUsed || generated.some(({ topPx }) => topPx < zone));
  const warnings: Warning[] = [];
  if (isZoneUsed) warnings.push({ code: 'address_zone_used' });
  if (survey.clipped !== '') warnings.push({ code: 'clipped', element: survey.clipped });
  if (survey.hasInvisibleText) warnings.push({ code: 'words_invisible' });
  if (survey.fixed !== '') warnings.push({ code: 'fixed_over_words', element: survey.fixed });
  return warnings;
}

const outOfPlace = (name: string, problem: string): Unprintable =>
  unprintable(`${name} ${problem}`, { kind: 'element', name });

/** Nothing this far to the left or this far above is meant to be seen, as in survey.ts. */
const hiddenPx = 1_000;

function refuseTooWide(
  { widest, widthPx }: Survey,
  generated: readonly Generated[],
  paper: Paper,
): Unprintable | undefined {
  const edgePx = columnWidthPx(paper);
  // A bullet's box starts a pixel before its ink.
  const bearingPx = 2;
  const outsidePx = ({ leftPx, rightPx }: Survey['widest']) => Math.max(-leftPx, rightPx - edgePx);
  let farthest = widest;
  for (const box of generated.filter(({ rightPx }) => rightPx > -hiddenPx))
    if (outsidePx(box) > Math.max(outsidePx(farthest), bearingPx)) farthest = box;
  const fix = 'Anything outside would be cut off: make it narrower or let it wrap.';
  const column = `the column is ${edgePx} px (${columnWidthIn(paper)} inches) wide`;
  // The document's width is rounded up to whole pixels, and a hidden one-pixel box may be right at the edge.
  const rightPx = Math.max(farthest.rightPx, widthPx - 1);
  const overLeftPx = -farthest.leftPx;
  const overRightPx = rightPx - edgePx;
  const tolerancePx = 0.5;
  if (overLeftPx > tolerancePx && overLeftPx >= overRightPx)
    return outOfPlace(farthest.name, `begins ${Math.ceil(overLeftPx)} px left of the column's edge; ${column}. ${fix}`);
  if (overRightPx <= tolerancePx) return undefined;
  return outOfPlace(farthest.name || 'An element', `extends to ${Math.ceil(rightPx)} px, but ${column}. ${fix}`);
}

function refuseAbovePage({ highest }: Survey, generated: readonly Generated[]): Unprintable | undefined {
  // With tight lines, a box starts above its ink.
  const allowedPx = 4;
  let max = highest;
  for (const { name, topPx, bottomPx } of generated)
    if (topPx < -allowedPx && bottomPx > -hiddenPx && -topPx > max.abovePx) max = { name, abovePx: -topPx };
  if (max.name === '') return undefined;
  return outOfPlace(
    max.name,
    `begins ${Math.ceil(max.abovePx)} px above the first page and would be cut off: move it down.`,
  );
}

/** Refuses a note that is taller than its space; undefined if it fits. */
function refuseTooTall({ bottomPx, textLength }: Survey, paper: Paper): Unprintable | undefined {
  const spaceTenths = Math.round(paper.textHeightIn * 10);
  // Tolerates a thousandth of an inch: no one could shorten a note by that.
  const excessTenths = Math.ceil((bottomPx / PIXELS_PER_INCH - 0.001) * 10) - spaceTenths;
  if (excessTenths <= 0) return undefined;
  const inches = (tenths: number) => (tenths / 10).toFixed(1);
  const excessCharacters = (textLength * excessTenths) / (spaceTenths + excessTenths);
  // In tens. An English word with its space has about six characters.
  const words = Math.ceil(excessCharacters / 6 / 10) * 10;
  // With so few words, the note is too tall because of empty space.
  const aboutWords = words < 20 ? '' : `, about ${words.toLocaleString('en-US')} words`;
  return unprintable(
    `The message is ${inches(spaceTenths + excessTenths)} inches tall and the space under a ${paper.noun} holds ${inches(spaceTenths)}: shorten it by ${inches(excessTenths)} inches${aboutWords}.`,
    { kind: 'too_long' },
  );
}
