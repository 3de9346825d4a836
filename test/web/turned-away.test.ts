/** Want of room is counted apart: it is 503, and the alarm on answers of 5xx leaves it out. */
import { Refusal } from '../../shared/domain/refusal.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { written } from '../support/fakes/written.ts';

process.env.METRICS_NAMESPACE = 'PrintAndMail/Test';
// The configuration is read on the first call, and only once.
const { withMiddleware } = await import('../../shared/web/http/middleware.ts');
const { pageEndpoint } = await import('../../shared/web/http/page.ts');
const { problemAsJson } = await import('../../shared/web/http/problem-json.ts');

/** The metrics that a request writes, and its status. */
async function served(handler: ReturnType<typeof pageEndpoint>) {
  const { answer, lines } = await written(() => handler(httpEvent({ method: 'GET' }), {} as never));
  const alarms = lines.filter(({ level }) => level === 'alarm').length;
  const turnedAway = lines.filter((line) => line.turnedAway === 1).length;
  return { statusCode: answer.statusCode, turnedAway, alarms };
}

const refusing = (error: unknown) =>
  withMiddleware('test', () => Promise.reject(error), { formatProblem: problemAsJson, openToBrowsers: false });
const unavailable = (detail = {}) => new Refusal('unavailable', 'Come again.', detail);
const throttled = Object.assign(new Error('too many'), { name: 'ThrottlingException' });

test.each([
  ['a busy renderer', unavailable({ isCapacityProblem: true }), { turnedAway: 1, alarms: 0 }],
  ['AWS turns it away', throttled, { turnedAway: 1, alarms: 0 }],
  ['a partner is out of service', unavailable(), { turnedAway: 0, alarms: 0 }],
])('503 for a full service is counted: %s', async (_, error, counted) => {
  expect(await served(refusing(error))).toEqual({ statusCode: 503, ...counted });
});

test('an accident is 500, raises an alarm, and does not count as a full service', async () => {
  expect(await served(refusing(new Error('oh')))).toEqual({ statusCode: 500, turnedAway: 0, alarms: 1 });
});

test('a page that shows a refusal counts it, too', async () => {
  const refused = unavailable({ isCapacityProblem: true });
  const page = pageEndpoint('test', async () => ({ headers: {}, body: '', refused }));
  expect(await served(page)).toEqual({ statusCode: 503, turnedAway: 1, alarms: 0 });
});
