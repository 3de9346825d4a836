/** Finds slips in written content that would be printed and paid for: unfilled templates and the wrong markup. */
import type { Warning } from '../warnings/warning.ts';

/** Blanks as templates write them. Each has a bound, so that a megabyte is read in linear time. */
const blanks = new RegExp(
  [
    String.raw`\{\{[^{}\n]{1,60}\}\}`,
    String.raw`\{%[^{}\n]{1,60}%\}`,
    String.raw`\$\{[\w.]{1,60}\}`,
    String.raw`(?:<<|&lt;&lt;)[\w .]{1,60}(?:>>|&gt;&gt;)`,
    String.raw`\*\|[A-Z_:]{1,60}\|\*`,
    String.raw`\[object Object\]`,
    // A reference (`[SIC]`) or the text of a link is no blank.
    String.raw`\[(?!(?:SIC|SEAL|REDACTED|CC|CDATA)\])(?:[A-Z]{2}[A-Z_ /'’-]{0,40}|(?:[Yy]our|[Ii]nsert|[Rr]ecipient|[Ss]ender)[ _][\w ]{1,40})\](?![([:])`,
  ].join('|'),
  'g',
);

const tag = /<\/?(?:p|br|b|i|u|strong|em|div|span|ul|ol|li|h[1-6]|table|tr|td|html|body)(?: [^<>\n]{0,200})?\/?>/i;
const markdownMark = /^#{1,6} \S|\*\*[^\s*][^*\n]{0,200}\*\*/m;
const escapedBreak = /\\n\\n|[,.!?]\\n|\\n(?=[A-Z])/;
const column = /\S(?: {3,}|\t+ *)\S/;
const mostNamed = 3;

/** The warnings of content as its author wrote it. */
export function slipsIn(kind: 'text' | 'html' | 'markdown', content: string): Warning[] {
  const warnings: Warning[] = [];
  const marks = new Set<string>();
  for (const [mark] of content.matchAll(blanks)) {
    if (marks.size === mostNamed) break;
    marks.add(mark.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  }
  if (marks.size > 0) warnings.push({ code: 'blanks_unfilled', marks: [...marks] });
  if (kind !== 'html' && escapedBreak.test(content)) warnings.push({ code: 'line_breaks_escaped' });
  if (kind !== 'text') return warnings;
  const aligned = content.split('\n').map((line) => column.test(line));
  if (aligned.some((isAligned, at) => isAligned && aligned[at + 1])) warnings.push({ code: 'columns_by_spaces' });
  if (tag.test(content)) warnings.push({ code: 'markup_in_text', markup: 'html' });
  else if (markdownMark.test(content)) warnings.push({ code: 'markup_in_text', markup: 'markdown' });
  return warnings;
}
