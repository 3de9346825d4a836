/** Prints an answer for people: a member a line, lists as tables, times as dates in UTC. */
type ResultFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is ResultFields => typeof value === 'object' && value !== null;

/** Numbers with such names are Unix ms. */
const shown = (name: string, value: unknown): string =>
  typeof value === 'number' && /(_at|^at|since)$/.test(name) ? new Date(value).toISOString() : `${value ?? '-'}`;

/** Puts the sentence of `says` first and leaves out `ok`, which the exit code tells. */
export function resultLines({ says, ok: _, ...members }: ResultFields): string[] {
  const width = Math.max(...Object.keys(members).map((name) => name.length), 0);
  const lines = Object.entries(members).flatMap(([name, value]) => {
    if (Array.isArray(value)) return ['', `${name}: ${value.length}`, ...tableOf(value)];
    if (!isFields(value)) return [`${name.padEnd(width)}  ${shown(name, value)}`];
    return ['', `${name}:`, ...indented(value)];
  });
  return [...(typeof says === 'string' ? [says] : []), ...lines];
}

function indented(fields: ResultFields): string[] {
  const width = Math.max(...Object.keys(fields).map((name) => name.length), 0);
  return Object.entries(fields).map(([name, value]) => `  ${name.padEnd(width)}  ${shown(name, value)}`);
}

function tableOf(rows: readonly unknown[]): string[] {
  const fields = rows.filter(isFields);
  const names = [...new Set(fields.flatMap((row) => Object.keys(row)))];
  const cells = fields.map((row) => names.map((name) => shown(name, row[name])));
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  return fields.length === 0 ? [] : [line(names), ...cells.map(line)];
}
