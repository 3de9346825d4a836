/** Numbers footnotes and endnotes apart, as word processors do. The converter counts them as one list. */
import { inFormat } from './labels.ts';

const kinds = {
  foot: { format: 'decimal', type: '1' },
  end: { format: 'lowerRoman', type: 'i' },
} as const;

export function withNoteMarks(html: string): string {
  if (!html.includes(' href="#endnote-')) return html;
  const [inText, atEnd] = [counter(), counter()];
  return html
    .replaceAll(
      /(<a href="#(foot|end)note-[^"]*" id="[^"]*">)\[\d+\]/g,
      (_, start: string, kind: keyof typeof kinds) => {
        return `${start}[${inFormat(inText(kind), kinds[kind].format)}]`;
      },
    )
    .replaceAll(/<li id="(foot|end)note-[^"]*"/g, (start, kind: keyof typeof kinds) => {
      return `${start} type="${kinds[kind].type}" value="${atEnd(kind)}"`;
    });
}

/** From 1, for each kind by itself. */
function counter(): (kind: keyof typeof kinds) => number {
  const counts = { foot: 0, end: 0 };
  return (kind) => {
    counts[kind] += 1;
    return counts[kind];
  };
}
