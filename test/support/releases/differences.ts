/** Differences between this tree and a next version, as `docs/releases.md` names them, and what becomes of each. */
import { mark } from './shared-table.ts';
import type { Edit } from './version.ts';

export interface Difference {
  readonly is: string;
  readonly edits: readonly Edit[];
  /** The release before it must have these already: it reads what it does not write. */
  readonly before?: readonly Edit[];
  /** A trace in the table that no version before it has written. */
  readonly trace?: string;
  /** The promise that breaks; without it, both versions keep all of them. */
  readonly breaks?: string;
}

const apply = 'shared/core/job/apply.ts';
const lifecycle = 'shared/core/job/lifecycle.ts';
const duties = 'shared/core/job/duties.ts';
const transitions = 'shared/core/job/transitions.ts';
const jobs = 'shared/adapters/dynamo/jobs.ts';

const newState: readonly Edit[] = [
  { file: lifecycle, text: "  submitting: 'paid',\n", becomes: "  submitting: 'paid',\n  taken: 'paid',\n" },
  { file: duties, text: "  submitting: 'submit',\n", becomes: "  submitting: 'submit',\n  taken: 'submit',\n" },
  {
    file: transitions,
    text: "  submitting: {\n    claimed: to('submitting'),\n",
    becomes: "  get taken() {\n    return this.submitting;\n  },\n  submitting: {\n    claimed: to('submitting'),\n",
  },
];

/** A job is in it from its first claim to the answer. */
const writtenState: Edit = {
  file: transitions,
  text: "  paid: {\n    claimed: to('submitting'),\n",
  becomes: "  paid: {\n    claimed: to('taken'),\n",
};

const newIndex: Edit = {
  file: jobs,
  text: '    partner_id: partner?.id,\n',
  becomes: '    partner_id: partner?.id,\n    partner_ref: partner?.id,\n',
};

const lookedUp: Edit = {
  file: jobs,
  text: "idBy('by_partner_id', 'partner_id', partnerId)",
  becomes: "idBy('by_partner_ref', 'partner_ref', partnerId)",
};

const differences: readonly Difference[] = [
  {
    is: 'a new member of the item',
    trace: mark,
    edits: [
      {
        file: apply,
        text: '    ...job,\n    ...learned,\n',
        becomes: `    ...job,\n    ${mark}: 1,\n    ...learned,\n`,
      },
    ],
  },
  {
    is: "a new member of the partner's order",
    edits: [{ file: apply, text: 'partner: { ...order,', becomes: `partner: { ...order, ${mark}: 1,` }],
    breaks: 'what the other version has written of a job is kept',
  },
  {
    is: 'a renamed member of the item',
    edits: [
      { file: apply, text: '    dueAt,\n  };', becomes: '    due: dueAt,\n    dueAt: undefined,\n  };' },
      {
        file: duties,
        text: 'export function owed(job: Lifecycle, now: number): Duty | undefined {\n',
        becomes:
          'export function owed({ due, ...others }, now: number): Duty | undefined {\n  const job = { dueAt: due, ...others };\n',
      },
    ],
    breaks: 'a paid job is with the partner, refunded, left to support, or parked with an alarm',
  },
  {
    is: 'a new fact',
    trace: mark,
    edits: [
      {
        file: apply,
        text: 'firsts: { [fact.kind]: now,',
        becomes: `firsts: { [fact.kind]: now, ...(fact.kind === 'claimed' && { ${mark}: now }),`,
      },
    ],
  },
  {
    is: 'a new state that the release before does not know',
    edits: [...newState, writtenState],
    breaks: 'a paid job is with the partner, refunded, left to support, or parked with an alarm',
  },
  {
    is: 'a new state that the release before reads',
    trace: '"state":"taken"',
    edits: [...newState, writtenState],
    before: newState,
  },
  { is: 'a new index key that nobody reads yet', trace: 'partner_ref', edits: [newIndex] },
  {
    is: 'a new index key that is read at once',
    edits: [newIndex, lookedUp],
    breaks: "a job is found by the partner's id",
  },
  {
    is: 'a new index key that the release before writes',
    trace: 'partner_ref',
    edits: [newIndex, lookedUp],
    before: [newIndex],
  },
  {
    is: 'another id of an idempotency key',
    edits: [
      {
        file: 'shared/usecases/jobs/create-job.ts',
        text: "deps.fingerprint('idempotency key', key)",
        becomes: "deps.fingerprint('another purpose', key)",
      },
    ],
    breaks: 'the same request makes one job',
  },
  {
    is: "other request bytes under a partner's key",
    edits: [
      {
        file: 'shared/adapters/partners/postgrid/letter.ts',
        text: '    doubleSided: false,\n',
        becomes: "    doubleSided: false,\n    description: 'a letter',\n",
      },
    ],
    breaks: 'a repeated call sends the bytes of the first one under its key',
  },
];

/** Both versions keep every promise. */
export const survived = differences.filter(({ breaks }) => breaks === undefined);
/** A promise breaks, and the test says so. */
export const refused = differences.filter(({ breaks }) => breaks !== undefined);
