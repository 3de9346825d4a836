/** The report of a run: tables in Markdown, each number beside its target. */

export interface Section {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The last column is a sentence, not a figure. */
  readonly endsInWords?: boolean;
}

export function markdown({ title, header, rows, endsInWords = false }: Section): string {
  const isWords = (column: number) => column === 0 || (endsInWords && column === header.length - 1);
  const lines = [header, header.map((_, column) => (isWords(column) ? '---' : '---:')), ...rows];
  return [`### ${title}`, '', ...lines.map((cells) => `| ${cells.join(' | ')} |`), ''].join('\n');
}

export function milliseconds(ms: number | undefined): string {
  if (ms === undefined) return '';
  return `${ms < 10 ? ms.toFixed(2) : Math.round(ms).toLocaleString('en-US')} ms`;
}

/** A figure and its limit, in the same unit: `0.42 (at most 1.15: met)`. */
export function against(value: number, limit: number, unit = ''): string {
  const digits = limit < 10 ? 2 : 0;
  return `${value.toFixed(digits)}${unit} (at most ${limit}${unit}: ${value <= limit ? 'met' : '**missed**'})`;
}
