/** The adapter that calls the render function tells a busy machine from a broken one. */

import { refusalOf } from '../../shared/domain/refusal.ts';
import { type Invoke, renderer } from '../../shared/rendering/renderer.ts';
import { papers } from '../support/rendering/papers.ts';

const settings = () => ({ functionName: 'render', bucket: 'documents', allowHosts: [] });

test('a busy or throttled renderer is a capacity problem, and any other failure is an unexpected error', async () => {
  const printing = (invoked: Awaited<ReturnType<Invoke>>) =>
    renderer(settings, async () => invoked).printMarkup(
      { kind: 'html', value: '<p>a</p>' },
      papers.letter,
      'a.pdf',
      '192.0.2.1',
    );
  const print = (errorType: string) => printing({ errorType });
  await expect(printing({ response: 'busy' })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'unavailable',
    isCapacityProblem: true,
  });
  await expect(print('Runtime.ExitError')).rejects.toThrow('the render function failed');
  for (const overload of ['SlowDown', 'TimeoutError', 'Sandbox.Timedout'])
    expect(refusalOf(await print(overload).catch((error: unknown) => error))).toMatchObject({
      code: 'unavailable',
      isCapacityProblem: true,
    });
});
