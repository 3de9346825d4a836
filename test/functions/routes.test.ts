/** The order in which routes are tried, whatever their order in the manifest. */
import { router } from '../../functions/routes.ts';

test('an exact segment beats a variable one, and a variable one beats a greedy one', () => {
  const rows = (['GET /v1/{path+}', 'GET /v1/{page}', 'GET /v1/new'] as const).map((route) => ({
    trigger: { http: [route] },
  }));
  for (const ordered of [rows, rows.toReversed()]) {
    const route = router(ordered);
    expect(['/v1/new', '/v1/docs', '/v1/docs/errors'].map((path) => route('GET', path)?.routeKey)).toEqual([
      'GET /v1/new',
      'GET /v1/{page}',
      'GET /v1/{path+}',
    ]);
  }
});
