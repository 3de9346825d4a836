/** Dialogues with assistants that do right and wrong: how mailbox, jobs and money stand at their ends. */
import { running, startService, textOnly } from '../support/e2e/service.ts';
import { sample } from '../support/proofs.ts';
import { cureOf } from './cures.ts';
import type { Desk, Played } from './dialogue.ts';
import { deskOf, figuresOf, played } from './run.ts';
import { type Task, tasks } from './tasks.ts';
import { wrongOf } from './user.ts';

const service = running(() => startService(textOnly));

const some = sample(tasks, 7, 'dialogues');
let desk: Desk;
let all: readonly Played[];
beforeAll(async () => {
  desk = await deskOf(service);
  all = await played(desk, some);
}, 600_000);

test.each(some.map(({ id }, at) => [id, at] as const))('%s: it ends as its user wants', (_, at) => {
  expect(all[at]?.faults).toEqual([]);
});

test('no letter is mailed that its user has not approved and paid for, with these bytes and to this address', async () => {
  expect(figuresOf(all)).toMatchObject({ dialogues: some.length, wrong: 0 });
  const { items } = (await service.get(`${service.origin}/_mailbox?limit=1000`, { accept: 'application/json' })).body;
  const known = all.flatMap(({ approvals }) => approvals.map(({ jobId }) => jobId));
  expect(items.filter(({ job_id }: { readonly job_id: string }) => !known.includes(job_id))).toEqual([]);
  expect(items.length).toBeGreaterThan(some.length / 2);
});

test('of an agent’s slips at least 95 of 100 are cured within two calls, by the words of our refusals alone', () => {
  const { slips, cured } = figuresOf(all);
  expect(slips).toBeGreaterThan(some.length / 3);
  expect(cured / slips).toBeGreaterThanOrEqual(0.95);
});

test('a dialogue that ends in another way than its task wants has a fault for each difference', async () => {
  const ends = { mailed: 2, paid: 0, refunded: 1, jobs: ['cancelled'], told: /nothing like this/ };
  const [{ faults } = { faults: [] }] = await played(desk, [{ ...(tasks[0] as Task), ends }]);
  expect(faults).toHaveLength(5);
});

/** Our sentences, and what is left of them without their cure. */
test.each([
  ['letter.to.city must not be empty (city or town).', 'letter.to.city is empty (city or town).'],
  ['quote_id is missing: send the quote_id that the letter quote has returned.', 'quote_id is missing.'],
  ['letter.zip is not a field of this request: did you mean city?', 'letter.zip is not a field of this request.'],
  ['quote_id is unknown: request a fresh letter quote and let the user approve it.', 'quote_id is unknown.'],
  ['quote with upload: true in place of pdf_url, which gives the user a page to attach it.', 'pdf_url is no address.'],
  ['Send the job_id that the creation of the job has returned, or its pay link.', 'there is no such job.'],
  ['idempotency_key was used: use a fresh UUID for each action.', 'idempotency_key was used.'],
])('an agent cures its slip by "%s", and not by "%s"', (whole, without) => {
  const right = { quote_id: 'quote_1', letter: { city: 'Albany', to: { city: 'Albany' } } };
  const cure = (said: string) => cureOf({ said, sent: {}, right, quoted: {}, wanted: {} });
  expect(cure(whole)).toBeDefined();
  expect(cure(without)).toBeUndefined();
});

describe('a letter is wrong', () => {
  const [to, from] = [
    { addressLine1: '12 Main St', city: 'Albany' },
    { addressLine1: '6 Elm St', city: 'Albany' },
  ];
  const item = { id: 'letter_1', job_id: 'job_1', document_sha256: 'a' };
  const approval = { jobId: 'job_1', sha256: 'a', order: { to, from } };

  test.each([
    ['that is as approved', 0, {}],
    ['with other bytes', 1, { items: [{ ...item, document_sha256: 'b' }] }],
    ['that nobody has paid', 1, { approvals: [] }],
    ['that is made twice', 1, { items: [item, item] }],
    ['to another address', 1, { record: { to: from, from } }],
    ['from another address', 1, { record: { to, from: to } }],
  ])('%s: %i', (_, count, given) => {
    const { items, approvals, record } = { items: [item], approvals: [approval], record: { to, from }, ...given };
    expect(wrongOf(items, approvals, new Map([['letter_1', record]]))).toHaveLength(count);
  });
});
