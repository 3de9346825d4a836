/** The probe's finding about one assumption at one partner, and the table that tells it. */

/** The number in `docs/promises.md`. */
export type Assumption = 'A1' | 'A2' | 'A3' | 'A5' | 'A7' | 'A8';

export interface Finding {
  /** The name that people read. */
  readonly partner: string;
  readonly assumption: Assumption;
  readonly asked: string;
  /** The observation; or why nothing could be asked. */
  readonly answer: string;
  readonly verdict: 'holds' | 'does not hold' | 'cannot be asked';
}

export const verdictOf = (holds: boolean): Finding['verdict'] => (holds ? 'holds' : 'does not hold');

const heads = { partner: 'Partner', assumption: 'No.', asked: 'Asked', answer: 'Answer', verdict: 'It' } as const;
const columns = ['partner', 'assumption', 'verdict', 'asked', 'answer'] as const;

/** One line for each finding, under a head. */
export function tableOf(findings: readonly Finding[]): readonly string[] {
  const rows = [heads, ...findings];
  const width = (column: (typeof columns)[number]) => Math.max(...rows.map((row) => row[column].length));
  const widths = columns.map(width);
  return rows.map((row) =>
    columns
      .map((column, at) => row[column].padEnd(widths[at] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
}
