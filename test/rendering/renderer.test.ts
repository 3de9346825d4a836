/** The adapter that calls the render function distinguishes a busy machine from a broken one. */
import { refusalOf } from '../../shared/domain/refusal.ts';
import { type Invoke, renderer } from '../../shared/rendering/renderer.ts';
import { papers } from '../support/rendering/papers.ts';

const settings = () => ({ functionName: 'render', bucket: 'documents', allowedHosts: [] });

const html = { kind: 'html', value: '<p>a</p>' } as const;
const printAfter = (invocation: Awaited<ReturnType<Invoke>>) =>
  renderer(settings, async () => invocation).printMarkup(html, papers.letter, 'a.pdf', '192.0.2.1');

test('a renderer that is busy, throttled or timed out is a capacity problem', async () => {
  const capacityProblem = { code: 'unavailable', isCapacityProblem: true };
  await expect(printAfter({ response: 'busy' })).rejects.toMatchObject({ name: 'Refusal', ...capacityProblem });
  for (const errorType of ['SlowDown', 'TimeoutError', 'Sandbox.Timedout']) {
    const error = await printAfter({ errorType }).catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject(capacityProblem);
  }
});

test('any other failure of the render function is an unexpected error', async () => {
  await expect(printAfter({ errorType: 'Runtime.ExitError' })).rejects.toThrow('the render function failed');
});
