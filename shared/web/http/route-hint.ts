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
  const served = routes.flatMap((route) => {
    const [, verb, template] = /^(GET|POST|DELETE) (.+)/.exec(route) ?? [];
    return verb && template ? [{ verb, template, segments: segmentsOf(template) }] : [];
  });
  const listRoutes = (list: typeof served) => list.map(({ verb, template }) => `${verb} ${template}`).join(', ');
  const routesAt = (requestedPath: string) => {
    const requested = segmentsOf(requestedPath);
    const matches = (segment: string, index: number) =>
      segment === requested[index] || (/^\{\w+\}$/.test(segment) && requested[index] !== '');
    return served.filter(({ segments }) => segments.length === requested.length && segments.every(matches));
  };
  const exact = routesAt(path);
  if (exact.length > 0) {
    const methods = exact.flatMap(({ verb }) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]));
    const allow = [...new Set(methods)].join(', ');
    const prefix = `${exact[0]?.template}/`;
    const isBelow = (template: string) => template.startsWith(prefix) && !template.slice(prefix.length).includes('/');
    const actions = method === 'GET' ? [] : served.filter(({ verb, template }) => verb === 'POST' && isBelow(template));
    const below = actions.length > 0 ? ` Below it: ${listRoutes(actions)}.` : '';
    return { hint: `Served at this path: ${listRoutes(exact)}.${below} ${allEndpoints}`, allow };
  }
  // The path under /v1, in lower case, with single slashes and none at the end.
  const tidy = `/v1/${path.slice(0, 300).toLowerCase()}`
    .replace(/\/+/g, '/')
    .replace(/^\/v1\/v1(?=\/|$)/, '/v1')
    .replace(/\/$/, '');
  const depth = segmentsOf(tidy).length;
  const routesAtTidy = routesAt(tidy);
  // Paths that callers guess, because other APIs name their orders after the product, and our letter paths don't name it.
  const otherNames: Readonly<Record<string, string>> = {
    '/v1/letters': '/v1/jobs',
    '/v1/letter-jobs': '/v1/jobs',
    '/v1/letter-quotes': '/v1/quotes',
    '/v1/checks': '/v1/check-jobs',
    '/v1/faxes': '/v1/fax-jobs',
  };
  const likely =
    routesAtTidy.find(({ verb }) => verb === method) ??
    routesAtTidy[0] ??
    // `/v1/letters` → `GET /v1/letters/{letter_id}`
    (method === 'GET'
      ? served.find(({ template, segments }) => template.startsWith(`${tidy}/{`) && segments.length === depth + 1)
      : undefined) ??
    // `/v1/quote` → `POST /v1/quotes`
    served.find(({ template, segments }) => template === (otherNames[tidy] ?? `${tidy}s`) && segments.length === 2) ??
    // `/v1/jobs/job_…/status` → `GET /v1/jobs/{job_id}`
    routesAt(tidy.replace(/\/[^/]*$/, '')).find(({ template }) => template.includes('{'));
  if (likely === undefined) return { hint: allEndpoints };
  const hint = `Did you mean ${listRoutes([likely])}? ${allEndpoints}`;
  if (likely.verb !== 'GET') return { hint };
  // Ids are case-sensitive, so we redirect to a path with an id only if tidying did not change its case.
  const isPlainPath = path === path.toLowerCase() && /^[a-z\d_/-]+$/.test(tidy);
  const page = likely.template.includes('{') ? undefined : likely.template;
  const target = page ?? (isPlainPath ? tidy : undefined);
  return { hint, page, moved: routesAtTidy.includes(likely) ? target : undefined };
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);
