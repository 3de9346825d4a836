/** The restore of a whole service, against a double of AWS: cut off at every step and repeated, it ends as if it never was. */
import { restore } from '../../lib/operator/restore/restore.ts';
import type { FoundFunction, HistoricTable, RestoreWorld } from '../../lib/operator/restore/world.ts';

const second = '2026-11-21T23:59:30Z';
const at = Date.parse(second);
const now = Date.parse('2026-11-24T09:00:00Z');
const target = 'PrintAndMail-restored-20261121T235930Z';

interface Fake {
  functions: Record<string, { table: string; reserved?: number | undefined; before?: string | undefined }>;
  tables: Record<string, Omit<HistoricTable, 'ttl' | 'isRestorable'> & { mended?: string; isKept?: boolean }>;
  parameters: Record<string, string>;
  /** So many looks at the stack find CloudFormation at work. */
  busy: number;
}

const knownFrom = (earliest: number): Fake['tables'][string] => ({
  ...{ earliest, latest: now - 300_000, table: { TableStatus: 'ACTIVE' } },
});

const found = (): Fake => ({
  functions: {
    ...{ pages: { table: 'first' }, fulfil: { table: 'first', reserved: 20 } },
    // Somebody had stopped it by hand.
    audit: { table: 'first', reserved: 0 },
  },
  tables: { first: knownFrom(at - 86_400_000) },
  parameters: { EdgeFlag: 'on', CanaryFlag: '', AdoptedTable: '', AdoptedBucket: 'left-behind', AlarmEmail: 'a@b.c' },
  busy: 0,
});

class Killed extends Error {}

/** `cut`: the run ends in front of this change of AWS, counted from 0, or just after it. */
function worldOf(fake: Fake, cut = Number.POSITIVE_INFINITY, when: 'before' | 'after' = 'before') {
  let changes = 0;
  const printed: string[] = [];
  const deployed: (readonly string[])[] = [];
  const audited: string[] = [];
  const change = async (work: () => void) => {
    if (changes === cut && when === 'before') throw new Killed();
    work();
    if (changes++ === cut) throw new Killed();
  };
  const one = (name: string) => fake.functions[name.replace('arn:', '')] ?? { table: '' };
  const world: RestoreWorld = {
    stack: async () => ({ isChanging: fake.busy-- > 0, parameters: fake.parameters }),
    functions: async () =>
      Object.entries(fake.functions).map(([name, { table, reserved, before }]): FoundFunction => {
        return { name, arn: `arn:${name}`, table, reserved, before };
      }),
    async table(name) {
      const table = fake.tables[name];
      return table && { ...table, table: { ...table.table, TableName: name }, ttl: undefined, isRestorable: true };
    },
    restoreTable: (from, to, RestoreDateTime) =>
      change(() => {
        if (fake.tables[to] !== undefined) throw new Error(`${to} exists`);
        const RestoreSummary = {
          SourceTableArn: `arn:aws:dynamodb:x:y:table/${from}`,
          RestoreDateTime,
          RestoreInProgress: true,
        };
        fake.tables[to] = { ...knownFrom(now), table: { TableStatus: 'CREATING', RestoreSummary } };
      }),
    mend: (name, like) => change(() => Object.assign(fake.tables[name] ?? {}, { mended: like })),
    protect: (name) => change(() => Object.assign(fake.tables[name] ?? {}, { isKept: true })),
    note: (arn, before) => change(() => Object.assign(one(arn), { before })),
    forget: (arn) => change(() => void delete one(arn).before),
    reserve: (name, reserved) => change(() => Object.assign(one(name), { reserved })),
    unreserve: (name) => change(() => void delete one(name).reserved),
    deploy: (words) =>
      change(() => {
        const each = Object.values(fake.functions);
        const [to = ''] = words.flatMap((word) => /^AdoptedTable=(.*)/.exec(word)?.[1] ?? []);
        if (fake.tables[to]?.mended === undefined) throw new Error(`${to} cannot be adopted as it is`);
        if (each.some(({ reserved }) => reserved !== 0)) throw new Error('a function writes');
        for (const one of each) one.table = to;
        fake.parameters.AdoptedTable = to;
        deployed.push(words);
      }),
    async audit(day) {
      if (one('pages').reserved === 0) throw new Error('nobody is there to audit');
      audited.push(day);
      return { says: `No differences on ${day}.`, balanced: day !== '2026-11-22' };
    },
    now: () => now,
    async pause() {
      for (const { table } of Object.values(fake.tables)) table.TableStatus = 'ACTIVE';
    },
    print: (line) => void printed.push(line),
  };
  const run = (changed: Partial<Parameters<typeof restore>[1]> = {}) =>
    restore(world, { stack: 'PrintAndMail', second, isSure: true, ...changed });
  return { run, printed, deployed, audited, changes: () => changes };
}

const afterwards = {
  functions: {
    ...{ pages: { table: target }, fulfil: { table: target, reserved: 20 } },
    audit: { table: target, reserved: 0 },
  },
  tables: {
    first: { isKept: true },
    [target]: { mended: 'first', table: { TableStatus: 'ACTIVE', RestoreSummary: { RestoreDateTime: new Date(at) } } },
  },
  parameters: { ...found().parameters, AdoptedTable: target },
};

test('it is told first, with each function that it stops, and changes nothing', async () => {
  const fake = found();
  const { run, printed, changes } = worldOf(fake);
  expect(await run({ isSure: false })).toMatchObject({ ok: false, says: expect.stringContaining('--yes') });
  expect([changes(), fake.parameters]).toEqual([0, found().parameters]);
  expect(printed.join('\n')).toMatch(
    /will be gone.*stops 3 functions, [^:]*: pages, fulfil, audit\n.*npx cdk deploy --context edge=true/s,
  );
});

test('the stack goes over to the table as it was, with its own flags, and all that ran runs again', async () => {
  const fake = found();
  const { run, deployed, audited } = worldOf(fake);
  const answer = await run();
  expect(fake).toMatchObject(afterwards);
  expect(fake.functions.pages).toEqual({ table: target });
  const context = ['edge=true', 'bucket=left-behind', `table=${target}`].flatMap((each) => ['--context', each]);
  expect(deployed).toEqual([[...context, '--parameters', `AdoptedTable=${target}`]]);
  expect(audited).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
  expect(answer).toMatchObject({ ok: true, balanced: false, table: target, stopped_before: 'audit' });
});

test('a stage is deployed as that stage', async () => {
  const { run, deployed } = worldOf(found());
  await run({ stack: 'PrintAndMail-staging' });
  expect(deployed[0]).toEqual(
    expect.arrayContaining(['stage=staging', 'table=PrintAndMail-staging-restored-20261121T235930Z']),
  );
});

test('cut off before or after any change, it is typed again and ends the same', async () => {
  const whole = worldOf(found());
  await whole.run();
  expect(whole.changes()).toBeGreaterThan(12);
  for (const when of ['before', 'after'] as const)
    for (let cut = 0; cut < whole.changes(); cut += 1) {
      const fake = found();
      await expect(worldOf(fake, cut, when).run()).rejects.toThrow('Type the command again');
      const again = worldOf(fake);
      await again.run();
      expect({ when, cut, fake }).toMatchObject({ when, cut, fake: afterwards });
      expect({ when, cut, pages: fake.functions.pages }).toEqual({ when, cut, pages: { table: target } });
      expect(again.audited).toHaveLength(3);
    }
});

test('it waits for CloudFormation, which goes on when the run that began it was cut off', async () => {
  const fake = { ...found(), busy: 3 };
  const { run, printed } = worldOf(fake);
  await run();
  expect(fake).toMatchObject({ ...afterwards, busy: expect.any(Number) });
  expect(printed[0]).toContain('CloudFormation is at work');
});

test('typed once more after its end, it stops nobody and deploys nothing', async () => {
  const fake = found();
  await worldOf(fake).run();
  const { run, deployed, printed } = worldOf(fake);
  expect(await run()).toMatchObject({ ok: true });
  expect(deployed).toEqual([]);
  expect(printed.join('\n')).not.toContain('1. stops');
  expect(fake).toMatchObject(afterwards);
});

test('an earlier second is restored from the first table: the restored one never knew it', async () => {
  const fake = found();
  await worldOf(fake).run();
  const { run } = worldOf(fake);
  expect(await run({ second: '2026-11-21T20:00:00Z' })).toMatchObject({ ok: true });
  const earlier = fake.tables['PrintAndMail-restored-20261121T200000Z'];
  expect(earlier?.table.RestoreSummary?.SourceTableArn).toMatch(/\/first$/);
});

describe('it is refused, and nothing is changed:', () => {
  test.each([
    ['a second of no form', { second: '2026-11-21 23:59' }, /SECOND is a second in UTC/],
    ['a second that there is not', { second: '2026-13-21T23:59:30Z' }, /SECOND is a second in UTC/],
    [
      'a second of which AWS knows nothing yet',
      { second: '2026-11-24T08:59:00Z' },
      /first from 2026-11-20T23:59:30Z to 2026-11-24T08:55:00Z\.$/,
    ],
    ['a second before the first', { second: '2026-11-01T00:00:00Z' }, /cannot restore that second/],
    ['a stack that the CDK does not make', { stack: 'Launched' }, /by hand/],
  ])('%s', async (_, changed, says) => {
    const { run, changes } = worldOf(found());
    expect(await run(changed)).toMatchObject({ ok: false, says: expect.stringMatching(says) });
    expect(changes()).toBe(0);
  });

  test('a table of that name that holds another second', async () => {
    const fake = found();
    fake.tables[target] = {
      ...knownFrom(now),
      table: { RestoreSummary: { RestoreDateTime: new Date(at + 1_000), RestoreInProgress: false } },
    };
    const { run, changes } = worldOf(fake);
    expect(await run()).toMatchObject({ ok: false, says: expect.stringContaining('holds another second') });
    expect(changes()).toBe(0);
  });
});

test('a deployment that changes nothing is no success, and everything stays stopped', async () => {
  const fake = found();
  const { run } = worldOf(fake);
  Object.defineProperty(fake.functions.pages, 'table', { get: () => 'first', set: () => undefined });
  await expect(run()).rejects.toThrow('pages stands on first');
  expect(Object.values(fake.functions).map(({ reserved }) => reserved)).toEqual([0, 0, 0]);
});
