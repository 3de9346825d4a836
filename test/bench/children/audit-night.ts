/** A night of the audit over a day of so many jobs, on a clock that only waits pass: its length, processor time and memory. */
import { auditNights } from '../../../shared/operations/audit-nights.ts';
import type { AuditNote } from '../../../shared/ports/audits.ts';
import { dayOf } from '../../support/audit-day.ts';

const jobs = Number(process.argv[2]);
const quarterMs = 15 * 60_000;
/** The function keeps 30 of its 900 seconds for its end. */
const callMs = 870_000;

const { deps, asked, expected } = await dayOf({ jobs, faultEvery: 10_000, pageSize: 100, pageMs: 400, itemMs: 5 });

/** Not counted as the audit's memory: they are the table. */
const notes = new Map<string, Buffer>();
const noteBytes = () => [...notes.values()].reduce((sum, { length }) => sum + length, 0);
const auditNotes = {
  get: async (id: string) => JSON.parse(notes.get(id)?.toString() ?? 'null') as AuditNote | undefined,
  create: async (note: AuditNote) => {
    if (notes.has(note.id)) return 'exists' as const;
    notes.set(note.id, Buffer.from(JSON.stringify(note)));
    return 'saved' as const;
  },
  replace: async (note: AuditNote) => {
    notes.set(note.id, Buffer.from(JSON.stringify(note)));
    return 'saved' as const;
  },
};

const heldMb = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers - noteBytes()) / 1e6;
};
const before = heldMb();
let peak = before;
const getJob = deps.jobs.get;
const measured = {
  ...deps,
  auditNotes,
  jobs: {
    ...deps.jobs,
    get: (id: string) => {
      if (asked.items % 20_000 === 0) peak = Math.max(peak, heldMb());
      return getJob(id);
    },
  },
};

const startedAt = deps.clock.now();
const cpu = process.cpuUsage();
let calls = 0;
while (deps.measured.length === 0) {
  const call = startedAt + calls * quarterMs;
  if (call > deps.clock.now()) await deps.clock.wind(call - deps.clock.now());
  await auditNights(measured, deps.clock.now() + callMs);
  calls += 1;
}
const { user, system } = process.cpuUsage(cpu);
const [run] = deps.audits.all();
console.log(
  JSON.stringify({
    calls,
    hours: (deps.clock.now() - startedAt) / 3_600_000,
    cpuMs: (user + system) / 1_000,
    heldMb: peak - before,
    noteBytes: noteBytes(),
    isRight:
      run?.total === expected.total &&
      run.counts.payments === expected.payments &&
      run.counts.orders === expected.orders &&
      run.counts.jobs === jobs &&
      asked.lookUps === expected.lookUps,
    differences: run?.total,
  }),
);
