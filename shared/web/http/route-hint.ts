/** The endpoint that a caller of an unknown one most likely meant: the methods of its path, or a path much like it. */

/** `routes`: as the manifest names them, `POST /v1/quotes`. Nothing of the request's own path is repeated. */
export function routeHint(
  routes: readonly string[],
  method: string,
  path: string,
): {
  readonly hint: string;
  /** The methods of a path that exists, for the header. */
  readonly allow?: string;
  /** The path of the page that was most likely meant. */
  readonly page?: string | undefined;
  /** The path of the page that was meant for certain: the request had another spelling of it. */
  readonly moved?: string | undefined;
} {
  const everything = 'All endpoints: /v1/docs.';
  const served = routes.filter((route) => /^(?:GET|POST|DELETE) /.test(route)).map((route) => route.split(' '));
  const at = (requested: string) => {
    const parts = segments(requested);
    const fits = (segment: string, index: number) =>
      segment === parts[index] || (/^\{\w+\}$/.test(segment) && parts[index] !== '');
    return served.filter(([, route = '']) => depthOf(route) === parts.length && segments(route).every(fits));
  };
  const here = at(path);
  if (here.length > 0) {
    const methods = here.flatMap(([verb = '']) => (verb === 'GET' ? [verb, 'HEAD'] : [verb]));
    const allow = [...new Set(methods)].join(', ');
    const above = `${here[0]?.[1]}/`;
    const isBelow = (route: string) => route.startsWith(above) && !route.slice(above.length).includes('/');
    const acts = method === 'GET' ? [] : served.filter(([verb, route = '']) => verb === 'POST' && isBelow(route));
    const below = acts.length > 0 ? ` Below it: ${listRoutes(acts)}.` : '';
    return { hint: `Served at this path: ${listRoutes(here)}.${below} ${everything}`, allow };
  }
  // The path below /v1, in lower case, with single slashes and none at the end.
  const tidy = `/v1/${path.slice(0, 300).toLowerCase()}`
    .replace(/\/+/g, '/')
    .replace(/^\/v1\/v1(?=\/|$)/, '/v1')
    .replace(/\/$/, '');
  const near = at(tidy);
  // The paths of letters do not name them, and other services name their orders after the product.
  const otherNames: Readonly<Record<string, string>> = {
    '/v1/letters': '/v1/jobs',
    '/v1/letter-jobs': '/v1/jobs',
    '/v1/letter-quotes': '/v1/quotes',
    '/v1/checks': '/v1/check-jobs',
    '/v1/faxes': '/v1/fax-jobs',
  };
  const likely =
    near.find(([verb]) => verb === method) ??
    near[0] ??
    // `/v1/letters` → `GET /v1/letters/{letter_id}`
    (method === 'GET'
      ? served.find(([, route = '']) => route.startsWith(`${tidy}/{`) && depthOf(route) === depthOf(tidy) + 1)
      : undefined) ??
    // `/v1/quote` → `POST /v1/quotes`
    served.find(([, route = '']) => route === (otherNames[tidy] ?? `${tidy}s`) && depthOf(route) === 2) ??
    // `/v1/jobs/job_…/status` → `GET /v1/jobs/{job_id}`
    at(tidy.replace(/\/[^/]*$/, '')).find(([, route = '']) => route.includes('{'));
  if (likely === undefined) return { hint: everything };
  const [verb, page = ''] = likely;
  const hint = `Did you mean ${likely.join(' ')}? ${everything}`;
  if (verb !== 'GET') return { hint };
  // Codes in a path are kept as they are, unless something else looks like them.
  const isPlainPath = path === path.toLowerCase() && /^[a-z\d_/-]+$/.test(tidy);
  const exact = page.includes('{') ? undefined : page;
  const spelled = exact ?? (isPlainPath ? tidy : undefined);
  return { hint, page: exact, moved: near.some((each) => each === likely) ? spelled : undefined };
}

const listRoutes = (routes: readonly (readonly string[])[]) => routes.map((route) => route.join(' ')).join(', ');

const segments = (path: string): string[] => path.split('/').slice(1);

const depthOf = (path: string): number => segments(path).length;
