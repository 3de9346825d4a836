/** The endpoint that a caller of an unknown one most likely meant: the methods of its path, or a path much like it. */

export interface RouteHint {
  readonly hint: string;
  /** The methods of a known path, for the header. */
  readonly allow?: string | undefined;
  /** The path of the page that was most likely meant. */
  readonly page?: string | undefined;
  /** The path of the page that was meant for certain: another spelling of it was asked for. */
  readonly moved?: string | undefined;
}

const everything = 'All endpoints: /v1/docs.';

/** `routes`: as the manifest names them, `POST /v1/quotes`. Nothing of the request's own path is repeated. */
export function routeHint(routes: readonly string[], method: string, path: string): RouteHint {
  const served = routes.filter((route) => /^(?:GET|POST|DELETE) /.test(route)).map((route) => route.split(' '));
  const at = (requested: string) => served.filter(([, route = '']) => fits(route, requested));
  const here = at(path);
  if (here.length > 0) {
    const methods = here.flatMap(([known = '']) => (known === 'GET' ? [known, 'HEAD'] : [known]));
    const allow = [...new Set(methods)].join(', ');
    const acts = method === 'GET' ? [] : served.filter((route) => route[0] === 'POST' && isAbove(here[0], route));
    const below = acts.length > 0 ? ` Below it: ${listed(acts)}.` : '';
    return { hint: `Served at this path: ${listed(here)}.${below} ${everything}`, allow };
  }
  const near = at(tidied(path));
  const likely =
    near.find(([verb]) => verb === method) ??
    near[0] ??
    (method === 'GET' ? below(served, tidied(path)) : undefined) ??
    close(served, tidied(path)) ??
    // `/v1/jobs/job_…/status` → `GET /v1/jobs/{job_id}`
    at(tidied(path).replace(/\/[^/]*$/, '')).find(([, known = '']) => known.includes('{'));
  if (likely === undefined) return { hint: everything };
  const [shownVerb, page = ''] = likely;
  const isPage = shownVerb === 'GET' && !page.includes('{');
  return {
    hint: `Did you mean ${likely.join(' ')}? ${everything}`,
    page: isPage ? page : undefined,
    moved: shownVerb === 'GET' && near.some((each) => each === likely) ? spelled(page, path) : undefined,
  };
}

/** Codes in a path are kept as they are, if nothing else looks like them. */
function spelled(template: string, requested: string): string | undefined {
  if (!template.includes('{')) return template;
  const tidy = tidied(requested);
  return requested === requested.toLowerCase() && /^[a-z\d_/-]+$/.test(tidy) ? tidy : undefined;
}

type ServedRoute = readonly string[];

const listed = (routes: readonly ServedRoute[]) => routes.map((route) => route.join(' ')).join(', ');

const isAbove = ([, above = '']: ServedRoute = [], [, path = '']: ServedRoute) =>
  path.startsWith(`${above}/`) && !path.slice(above.length + 1).includes('/');

const otherKinds: Readonly<Record<string, string>> = {
  quote: 'That is the id of a quote: create the job first, then send its job_id.',
  upload: 'That is the id of a file: quote the file by its pdf_url.',
  job: 'That is the id of a job: send it to GET /v1/jobs/{job_id}.',
  pay: 'That is the code of a pay link: send the job_id, or open GET /v1/pay/{code}.',
  bank: 'That is the id of a bank account: send the job_id.',
};

/** The hint for an id of another kind than the path takes. It does not tell whether such an id exists. */
export function idHint(parameters: Readonly<Record<string, string | undefined>> = {}): string | undefined {
  for (const [name, id = ''] of Object.entries(parameters)) {
    const [kind = ''] = /^[a-z]+(?=_)/.exec(id) ?? [];
    if (Object.hasOwn(otherKinds, kind) && !name.startsWith(kind)) return otherKinds[kind];
  }
  return undefined;
}

/** Below /v1, in lower case, with single slashes and none at the end. */
const tidied = (path: string): string =>
  `/v1/${path.slice(0, 300).toLowerCase()}`
    .replace(/\/+/g, '/')
    .replace(/^\/v1\/v1(?=\/|$)/, '/v1')
    .replace(/\/$/, '');

const segments = (path: string): string[] => path.split('/').slice(1);

function fits(template: string, requested: string): boolean {
  const [wanted, requestedSegments] = [segments(template), segments(requested)];
  return (
    wanted.length === requestedSegments.length &&
    wanted.every(
      (segment, at) => segment === requestedSegments[at] || (/^\{\w+\}$/.test(segment) && requestedSegments[at] !== ''),
    )
  );
}

/** `/v1/letters` → `GET /v1/letters/{letter_id}` */
const below = (served: readonly ServedRoute[], requested: string): ServedRoute | undefined =>
  served.find(
    ([, path = '']) => path.startsWith(`${requested}/{`) && segments(path).length === segments(requested).length + 1,
  );

/** The paths of letters do not name them, and other services name their orders after the product. */
const otherNames: Readonly<Record<string, string>> = {
  '/v1/letters': '/v1/jobs',
  '/v1/letter-jobs': '/v1/jobs',
  '/v1/letter-quotes': '/v1/quotes',
  '/v1/checks': '/v1/check-jobs',
  '/v1/faxes': '/v1/fax-jobs',
};

/** `/v1/quote` → `POST /v1/quotes` */
function close(served: readonly ServedRoute[], requested: string): ServedRoute | undefined {
  const names = served.flatMap(([, path = '']) => (segments(path).length === 2 ? [path] : []));
  const name = otherNames[requested] ?? names.find((each) => each === `${requested}s`);
  return served.find(([, path]) => path === name);
}
