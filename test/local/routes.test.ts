/** The function that serves each request. */
import { manifest } from '../../functions/manifest.ts';
import { router } from '../../functions/routes.ts';

const route = router(manifest);
const served = (method: string, path: string) => route(method, path)?.row.name;

describe('routes', () => {
  test.each([
    ['an exact path beats everything', 'GET', '/v1/health', 'health'],
    ['a variable takes one segment', 'GET', '/v1/jobs/job_1', 'get-job'],
    ['a longer path is another route', 'POST', '/v1/jobs/job_1/cancel', 'cancel-job'],
    ['a variable beats a greedy one', 'OPTIONS', '/v1/webhooks/stripe', 'not-found'],
    ['a greedy variable takes the rest', 'OPTIONS', '/v1/jobs/job_1/cancel', 'preflight'],
    ['the method is part of the route', 'GET', '/v1/quotes', 'not-found'],
    ['HEAD goes where GET does', 'HEAD', '/v1/health', 'health'],
    ['a slash at the end is another path', 'GET', '/v1/health/', 'not-found'],
    ['a variable is never empty', 'GET', '/v1/jobs/', 'not-found'],
    ['an encoded letter is that letter', 'POST', '/v1/%6Aobs', 'create-letter-job'],
    ['so no closed path opens to browsers', 'OPTIONS', '/v1/%62ank-accounts', 'not-found'],
    ['nor one below it', 'OPTIONS', '/v1/%70ay/pay_1', 'not-found'],
    ['malformed percent-encoding belongs to $default', 'GET', '/v1/jobs/%zz', 'not-found'],
    ['so does what nobody knows', 'GET', '/nothing', 'not-found'],
    ['what has an address of its own takes any method', 'DELETE', '/mcp', 'mcp'],
    ['and whatever lies under it', 'GET', '/mcp/icon.svg', 'mcp'],
    ['so it serves the address for directories', 'POST', '/mcp/mail', 'mcp'],
    ['but not what only begins like it', 'POST', '/mcpx', 'not-found'],
  ])('%s: %s %s', (_why, method, path, name) => {
    expect(served(method, path)).toBe(name);
  });

  test('path parameters arrive decoded, and an encoded slash does not split one', () => {
    expect(route('GET', '/v1/jobs/a%2Fb%20c')?.pathParameters).toEqual({ job_id: 'a/b c' });
    expect(route('OPTIONS', '/v1/a/b')?.pathParameters).toEqual({ path: 'a/b' });
  });

  test('a function URL names no route', () => {
    expect(route('POST', '/mcp')).toMatchObject({ routeKey: '$default' });
    expect(route('POST', '/mcp')).not.toHaveProperty('pathParameters');
  });

  test('without $default, a path without a route has no function', () => {
    expect(router([])('GET', '/')).toBeUndefined();
  });
});
