/** The adapter that calls the render function distinguishes a busy machine from a broken one. */
import { refusalOf } from '../../shared/domain/refusal.ts';
import { type Invoke, renderer } from '../../shared/rendering/renderer.ts';
import { papers } from '../support/rendering/papers.ts';

const settings = () => ({ functionName: 'render', bucket: 'documents', allowedHosts: [] });

test('a renderer that is busy, throttled or timed out is a capacity problem, and any other failure an unexpected error', async () => {
  const printWhenInvocationReturns = (invoked: Awaited<ReturnType<Invoke>>) =>
    renderer(settings, async () => invoked).printMarkup(
      { kind: 'html', value: '<p>a</p>' },
      papers.letter,
      'a.pdf',
      '192.0.2.1',
    );
  await expect(printWhenInvocationReturns({ response: 'busy' })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'unavailable',
    isCapacityProblem: true,
  });
  const printWhenInvocationFailsWith = (errorType: string) => printWhenInvocationReturns({ errorType });
  await expect(printWhenInvocationFailsWith('Runtime.ExitError')).rejects.toThrow('the render function failed');
  for (const overload of ['SlowDown', 'TimeoutError', 'Sandbox.Timedout'])
    expect(refusalOf(await printWhenInvocationFailsWith(overload).catch((error: unknown) => error))).toMatchObject({
      code: 'unavailable',
      isCapacityProblem: true,
    });
});
