/** Scans may be reported in any order, twice, or with wrong times. Each is stored once, and none changes a job's status. */
import fc from 'fast-check';
import { apply } from '../../shared/domain/job/apply.ts';
import type { Lifecycle } from '../../shared/domain/job/lifecycle.ts';
import { hasNewScan, type ReportedScan, scanCodes, withScans } from '../../shared/domain/job/progress.ts';
import { jobIn, now } from '../support/lives.ts';

const hour = 3_600_000;
const scan: fc.Arbitrary<ReportedScan> = fc.record(
  {
    code: fc.constantFrom(...scanCodes),
    at: fc.integer({ min: -9, max: 9 }).map((hours) => now + hours * hour),
    place: fc.constantFrom('12207', '60607'),
  },
  { requiredKeys: ['code', 'at'] },
);

/** A mailed job after one report of each scan. */
function afterScans(scans: readonly ReportedScan[]): Lifecycle {
  let job: Lifecycle = jobIn('fulfilled');
  for (const reported of scans)
    job = apply(job, { kind: 'progressed', progress: { stage: 'dispatched', scans: [reported] } }, now) ?? job;
  return job;
}

test('scans reported in any order and any number of times are stored once each, by time', () => {
  fc.assert(
    fc.property(fc.array(scan, { minLength: 1, maxLength: 20 }), fc.nat(), (all, random) => {
      const start = random % all.length;
      const { scans = [] } = afterScans(all);
      const { scans: scansInOtherOrder = [] } = afterScans([...all.slice(start), ...all.slice(0, start), ...all]);
      const keys = (list: readonly ReportedScan[]) => list.map((each) => JSON.stringify(each)).sort();
      expect(keys(scansInOtherOrder)).toEqual(keys(scans));
      expect(new Set(keys(scans)).size).toBe(scans.length);
      expect(scans).toEqual(scans.toSorted((one, other) => one.at - other.at));
      expect(all.every((each) => !hasNewScan(scans, [each], now))).toBe(true);
    }),
  );
});

test('a scan changes no state, no stage, no delivery and no money', () => {
  const dispatched = apply(jobIn('fulfilled'), { kind: 'progressed', progress: { stage: 'dispatched' } }, now);
  const { scans, ...otherFields } = afterScans([{ code: 'returned', at: now }]);
  expect(scans).toEqual([{ code: 'returned', at: now }]);
  expect(otherFields).toEqual(dispatched);
});

test.each<[string, ReportedScan[], object[]]>([
  ['without a time gets the time of its report, marked as such', [{ code: 'entered' }], [{ at: now }]],
  ['reported twice without a time is stored once', [{ code: 'entered' }, { code: 'entered' }], [{ at: now }]],
  [
    'without a time is stored once for each place',
    [{ code: 'entered' }, { code: 'entered', place: '12207' }],
    [{ at: now }, { at: now, place: '12207' }],
  ],
  [
    'dated the day after tomorrow gets the time of its report',
    [{ code: 'entered', at: now + 48 * hour }],
    [{ at: now }],
  ],
  ['dated in another century gets the time of its report', [{ code: 'entered', at: 0 }], [{ at: now }]],
])('a scan %s', (_, reported, scans) => {
  const expected = scans.map((each) => ({ code: 'entered', isTimeUnknown: true, ...each }));
  expect(withScans([], reported, now)).toEqual(expected);
});

const untimed: ReportedScan = { code: 'entered' };
const timed: ReportedScan = { code: 'entered', at: now - hour };

test.each([[[untimed, timed]], [[timed, untimed]], [[timed, untimed, untimed]], [[untimed, timed, untimed]]])(
  'a scan that is reported with and without its time is stored once: %j',
  (reports) => {
    let scans: ReturnType<typeof withScans> = [];
    for (const report of reports) scans = withScans(scans, [report], now);
    expect(scans).toEqual([timed]);
  },
);

test('the time of a scan is new if only the time of its report was stored', () => {
  const stored = withScans([], [untimed], now);
  expect(hasNewScan(stored, [untimed], now)).toBe(false);
  expect(hasNewScan(stored, [timed], now)).toBe(true);
});

test('the scans of an order that is already in transit are stored when it is accepted', () => {
  const scans = [{ code: 'entered', at: now }] as const;
  const order = { id: 'letter_1', stage: 'dispatched', scans } as const;
  expect(apply(jobIn('submitting'), { kind: 'accepted', order }, now)).toMatchObject({ scans });
});

test('a job stores the forty latest scans, and older ones do not count as new', () => {
  const reported = Array.from({ length: 60 }, (_, at): ReportedScan => ({ code: 'entered', at: now - at * hour }));
  const scans = withScans([], reported, now);
  expect(scans?.map(({ at }) => at)).toEqual(
    reported
      .slice(0, 40)
      .map(({ at }) => at)
      .reverse(),
  );
  expect(hasNewScan(scans, reported, now)).toBe(false);
});
