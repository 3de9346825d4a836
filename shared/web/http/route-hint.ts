/** Suggests the endpoint that a caller most likely meant when the path or the method does not exist. */

/** `routes`: as in the manifest, such as `POST /v1/quotes`. A hint never repeats the requested path, which may be hostile. */
export function routeHint(
  routes: readonly string[],
  method: string,
  path: string,
): {
  readonly hint: string;
  /** For the `Allow` header: the methods of an existing path. */
  readonly allow?: string;
  /** The path of the page that was most likely meant. */
  readonly page?: string | undefined;
  /** Where to redirect, if the requested path is that of a page in another spelling. */
  readonly moved?: string | undefined;
} {
  const allEndpoints = 'All endpoints: /v1/docs.';
  const served = routes.filter((route) => /^(?:GET|POST|DELETE) /.test(route)).map((route) => route.split(' '));
  const routesAt = (requestedPath: string) => {
    const requested = segmentsOf(requestedPath);
    const matches = (segment: string, index: number) =>
      segment === requested[index] || (/^\{\w+\}$/.test(segment) && requested[index] !== '');
    return served.filter(([, route = '']) => depthOf(route) === requested.length && segmentsOf(route).every(matches));
  };
  const exact = routesAt(path);
  if (exact.length > 0) {
    const methods = exact.flatMap(([verb = '']) => (verb === 'GET' ? [verb, 'HEAD'] : [verb]));
    const allow = [...new Set(methods)].join(', ');
    const prefix = `${exact[0]?.[1]}/`;
    const isBelow = (route: string) => route.startsWith(prefix) && !route.slice(prefix.length).includes('/');
    const actions = method === 'GET' ? [] : served.filter(([verb, route = '']) => verb === 'POST' && isBelow(route));
    const below = actions.length > 0 ? ` Below it: ${listRoutes(actions)}.` : '';
    return { hint: `Served at this path: ${listRoutes(exact)}.${below} ${allEndpoints}`, allow };
  }
  // The path under /v1, in lower case, with single slashes and none at the end.
  const tidy = `/v1/${path.slice(0, 300).toLowerCase()}`
    .replace(/\/+/g, '/')
    .replace(/^\/v1\/v1(?=\/|$)/, '/v1')
    .replace(/\/$/, '');
  const tidied = routesAt(tidy);
  // Paths that callers guess, because other APIs name their orders after the product, and our letter paths don't name it.
  const otherNames: Readonly<Record<string, string>> = {
    '/v1/letters': '/v1/jobs',
    '/v1/letter-jobs': '/v1/jobs',
    '/v1/letter-quotes': '/v1/quotes',
    '/v1/checks': '/v1/check-jobs',
    '/v1/faxes': '/v1/fax-jobs',
  };
  const likely =
    tidied.find(([verb]) => verb === method) ??
    tidied[0] ??
    // `/v1/letters` → `GET /v1/letters/{letter_id}`
    (method === 'GET'
      ? served.find(([, route = '']) => route.startsWith(`${tidy}/{`) && depthOf(route) === depthOf(tidy) + 1)
      : undefined) ??
    // `/v1/quote` → `POST /v1/quotes`
    served.find(([, route = '']) => route === (otherNames[tidy] ?? `${tidy}s`) && depthOf(route) === 2) ??
    // `/v1/jobs/job_…/status` → `GET /v1/jobs/{job_id}`
    routesAt(tidy.replace(/\/[^/]*$/, '')).find(([, route = '']) => route.includes('{'));
  if (likely === undefined) return { hint: allEndpoints };
  const [verb, page = ''] = likely;
  const hint = `Did you mean ${likely.join(' ')}? ${allEndpoints}`;
  if (verb !== 'GET') return { hint };
  // Ids are case-sensitive, so we redirect to a path with an id only if tidying did not change its case.
  const isPlainPath = path === path.toLowerCase() && /^[a-z\d_/-]+$/.test(tidy);
  const fixedPath = page.includes('{') ? undefined : page;
  const target = fixedPath ?? (isPlainPath ? tidy : undefined);
  return { hint, page: fixedPath, moved: tidied.some((each) => each === likely) ? target : undefined };
}

const listRoutes = (routes: readonly (readonly string[])[]) => routes.map((route) => route.join(' ')).join(', ');

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const depthOf = (path: string): number => segmentsOf(path).length;
