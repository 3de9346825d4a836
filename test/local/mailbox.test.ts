/** The developer's mailbox: which payment session of a job it shows. */
import { newestSessions } from '../../lib/local/mailbox/entries.ts';
import type { MockSession } from '../../shared/partners/mock/mock.ts';

test('a job with two payment sessions is shown with the newer one, in either order', () => {
  const session = (id: string, createdAt: number) =>
    ({ id, createdAt, request: { jobId: 'job_1' } }) as unknown as MockSession;
  const [older, newer] = [session('cs_1', 1), session('cs_2', 2)];
  for (const sessions of [
    [newer, older],
    [older, newer],
  ])
    expect(newestSessions(sessions).get('job_1')).toBe(newer);
});
