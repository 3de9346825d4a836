/** A carrier's scans are reported in any order, twice, or with wrong times: each is stored once, and none changes a job. */
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

const after = (all: readonly ReportedScan[]): Lifecycle =>
  all.reduce<Lifecycle>(
    (job, scan) => apply(job, { kind: 'progressed', progress: { stage: 'dispatched', scans: [scan] } }, now) ?? job,
    jobIn('fulfilled'),
  );

test('scans reported in any order and any number of times are stored once each, by time', () => {
  fc.assert(
    fc.property(fc.array(scan, { minLength: 1, maxLength: 20 }), fc.nat(), (all, turn) => {
      const at = turn % all.length;
      const [one = [], other = []] = [after(all).scans, after([...all.slice(at), ...all.slice(0, at), ...all]).scans];
      const keys = (scans: readonly ReportedScan[]) => scans.map((each) => JSON.stringify(each)).sort();
      expect(keys(other)).toEqual(keys(one));
      expect(new Set(keys(one)).size).toBe(one.length);
      expect(one.map((each) => each.at)).toEqual(one.map((each) => each.at).toSorted((a, b) => Number(a) - Number(b)));
      expect(all.every((each) => !hasNewScan(one, [each], now))).toBe(true);
    }),
  );
});

test('a scan changes no state, no stage, no delivery and no money', () => {
  const dispatched = apply(jobIn('fulfilled'), { kind: 'progressed', progress: { stage: 'dispatched' } }, now);
  const { scans, ...scanned } = after([{ code: 'returned', at: now }]);
  expect(scans).toEqual([{ code: 'returned', at: now }]);
  expect(scanned).toEqual(dispatched);
});

test.each<[string, ReportedScan[], object[]]>([
  ['without a time gets the time of its report, and says so', [{ code: 'entered' }], [{ at: now }]],
  ['without a time is stored once', [{ code: 'entered' }, { code: 'entered' }], [{ at: now }]],
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
])('a scan %s', (_, reported, all) => {
  expect(withScans([], reported, now)).toEqual(all.map((each) => ({ code: 'entered', isTimeUnknown: true, ...each })));
});

test.each([[[0, 1]], [[1, 0]], [[1, 0, 0]], [[0, 1, 0]]])(
  'a scan that is reported with and without its time is stored once: %j',
  (order) => {
    const reports: readonly ReportedScan[] = [{ code: 'entered' }, { code: 'entered', at: now - hour }];
    const scans = order.reduce<ReturnType<typeof withScans>>(
      (stored, at) => withScans(stored, [reports[at] as ReportedScan], now),
      [],
    );
    expect(scans).toEqual([reports[1]]);
  },
);

test('the time of a scan is new if only the time of its report was stored', () => {
  const stored = withScans([], [{ code: 'entered' }], now);
  expect(hasNewScan(stored, [{ code: 'entered' }], now)).toBe(false);
  expect(hasNewScan(stored, [{ code: 'entered', at: now - hour }], now)).toBe(true);
});

test('the scans of an order that is already in transit are stored when it is accepted', () => {
  const scans = [{ code: 'entered', at: now }] as const;
  const order = { id: 'letter_1', stage: 'dispatched', scans } as const;
  expect(apply(jobIn('submitting'), { kind: 'accepted', order }, now)).toMatchObject({ scans });
});

test('a job holds the forty latest scans, and is not written again and again for the rest', () => {
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
