/** An audit at work: findings are written with their cursors, so a crash loses work and no finding. */
import type { AuditDifference, AuditPart, AuditRun } from '../ports/audits.ts';
import type { AuditDeps, AuditFinding, BookPage, ComparedPart, Counts } from './audit-compare.ts';
import { countOf, type Marks, mark, noteIdOf, packed } from './audit-met.ts';

/** The audit logs and keeps this many differences of one day: beyond them the cause is one. */
const mostReported = 250;

/** A note of so many marks is 160 kB, of the 400 kB that an item may have. */
const mostUnwritten = 20_000;
const writtenEveryMs = 15_000;

/** Each write renews the claim on a day. A page may take a minute; who is silent for longer is dead. */
const leaseMs = 3 * 60_000;

/** A part that fails so often in a row begins anew: two hours of the night. */
const forgottenAfter = 8;

const keptMs = 14 * 24 * 60 * 60 * 1_000;

const auditIdOf = (day: string): string => `audit_${day}`;

export const runOf = ({ audits }: Pick<AuditDeps, 'audits'>, day: string): Promise<AuditRun | undefined> =>
  audits.get(auditIdOf(day));

/** Somebody else works on this day. */
export class TakenOver extends Error {}

/** Continues what is unfinished, and compares a finished day once more. */
async function claimed({ audits, clock }: AuditDeps, day: string): Promise<AuditRun> {
  const now = clock.now();
  const known = await audits.get(auditIdOf(day));
  if (known !== undefined && known.leaseUntil > now) throw new TakenOver();
  const anew = {
    day,
    round: (known?.round ?? 0) + 1,
    startedAt: now,
    parts: {},
    total: 0,
    differences: [],
    notes: 0,
    counts: { payments: 0, orders: 0, jobs: 0, foreign: 0, unasked: 0, changing: 0 } satisfies Counts,
    endedAt: undefined,
    stoppedAt: undefined,
    keepUntil: now + keptMs,
  };
  const stored = known ?? { id: auditIdOf(day), version: 0, createdAt: now, ...anew };
  const run = { ...stored, ...(known?.endedAt === undefined ? {} : anew), leaseUntil: now + leaseMs };
  if ((known === undefined ? await audits.create(run) : await audits.replace(run)) !== 'saved') throw new TakenOver();
  return known === undefined ? run : { ...run, version: run.version + 1 };
}

interface ReadPage extends Omit<BookPage, 'entries'> {
  readonly findings: readonly AuditFinding[];
}

export interface Ledger {
  /** The run as it stands now, written or not. */
  stand(): AuditRun;
  isDone(parts: readonly ComparedPart[]): boolean;
  /** Takes a whole page of a part, or nothing of it. */
  take(part: ComparedPart, page: ReadPage): void;
  failed(part: ComparedPart): void;
  /** Writes what is not written yet, and how the audit stands. */
  save(changes?: Partial<Pick<AuditRun, 'endedAt' | 'stoppedAt' | 'leaseUntil'>>): Promise<void>;
  /** Writes if a page or more would be lost otherwise. */
  saveAtTimes(): Promise<void>;
}

export async function openLedger(deps: AuditDeps, day: string): Promise<Ledger> {
  let run = await claimed(deps, day);
  let marks: Marks = new Map();
  let savedAt = deps.clock.now();
  let saving = Promise.resolve();

  async function write(): Promise<void> {
    const taken = marks;
    marks = new Map();
    if (taken.size > 0) run = { ...run, notes: run.notes + 1 };
    const snapshot = run;
    savedAt = deps.clock.now();
    if (taken.size > 0) await putNote(deps, snapshot, taken);
    if ((await deps.audits.replace(snapshot)) !== 'saved') throw new TakenOver();
    run = { ...run, version: snapshot.version + 1 };
  }

  const save: Ledger['save'] = (changes) => {
    saving = saving.then(() => {
      run = { ...run, leaseUntil: deps.clock.now() + leaseMs, ...changes };
      return write();
    });
    return saving;
  };

  const partOf = ({ name }: ComparedPart): AuditPart => run.parts[name] ?? { failures: 0 };
  const place = ({ name }: ComparedPart, part: AuditPart) => {
    run = { ...run, parts: { ...run.parts, [name]: part } };
  };

  return {
    stand: () => run,
    isDone: (parts) => parts.every((part) => partOf(part).isDone === true),
    take(part, { findings, next, repeated }) {
      run = counted(deps, run, findings, marks);
      for (const { met, changing, counted: names } of findings) {
        if (met === undefined) continue;
        const { id, jobId = id } = met;
        mark(marks, names.includes('orders') ? 'orders' : 'payments', id, jobId);
        if (names.includes('foreign')) mark(marks, 'foreign', id, jobId);
        if (changing !== undefined) mark(marks, 'changing', changing.id, jobId);
      }
      if (repeated !== undefined) {
        const { differences, ...entries } = repeated;
        const counts = Object.entries(entries).map(([list, again]) => [list, (run.counts[list] ?? 0) - again]);
        run = { ...run, total: run.total - differences, counts: { ...run.counts, ...Object.fromEntries(counts) } };
      }
      place(part, { after: next, isDone: next === undefined, failures: 0 });
    },
    failed(part) {
      const { after, failures } = partOf(part);
      // A partner may have forgotten its cursor. What is listed once more is counted and told once.
      const begins = failures % forgottenAfter === forgottenAfter - 1;
      place(part, { after: begins ? undefined : after, failures: failures + 1 });
    },
    save,
    async saveAtTimes() {
      if (countOf(marks) >= mostUnwritten || deps.clock.now() - savedAt >= writtenEveryMs) await save();
    },
  };
}

/** A crash may have left a note under this number, of pages that are read once more. */
async function putNote({ auditNotes }: AuditDeps, run: AuditRun, marks: Marks): Promise<void> {
  const id = noteIdOf(run, run.notes - 1);
  const { createdAt, keepUntil } = run;
  const note = { id, version: 0, createdAt, keepUntil, met: packed(marks) };
  if ((await auditNotes.create(note)) === 'saved') return;
  const known = await auditNotes.get(id);
  await auditNotes.replace({ ...note, version: known?.version ?? 0 });
}

/** Adds what was found. A difference that is kept already is not another one; beyond those kept, the marks tell. */
function counted({ log }: AuditDeps, run: AuditRun, findings: readonly AuditFinding[], marks: Marks): AuditRun {
  const counts: Record<string, number> = { ...run.counts };
  for (const { counted: names, changing } of findings) {
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
    if (changing !== undefined) counts.changing = (counts.changing ?? 0) + 1;
  }
  const known = new Map(run.differences.map((each) => [keyOf(each), each]));
  let { total } = run;
  for (const each of findings.flatMap(({ differences = [] }) => differences)) {
    if (known.has(keyOf(each))) continue;
    total += 1;
    if (known.size >= mostReported) {
      mark(marks, 'differences', keyOf(each), each.job_id);
      continue;
    }
    known.set(keyOf(each), each);
    log.alarm('difference', { code: each.kind, jobId: each.job_id, partnerId: each.partner_id });
  }
  return { ...run, counts, differences: [...known.values()], total };
}

const keyOf = ({ kind, job_id, payment_id, partner_id }: AuditDifference): string =>
  [kind, job_id, payment_id, partner_id].join(' ');
