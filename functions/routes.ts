/** Finds the row that serves a request, in API Gateway's order: exact, variable and greedy segments, then `$default`. */
import type { FunctionRow, Route } from './manifest.ts';

type RoutedRow = Pick<FunctionRow, 'trigger'>;

export interface Match<Row extends RoutedRow = FunctionRow> {
  readonly row: Row;
  readonly routeKey: Route;
  readonly pathParameters?: Readonly<Record<string, string>>;
}

export type Router<Row extends RoutedRow = FunctionRow> = (method: string, path: string) => Match<Row> | undefined;

export function router<Row extends RoutedRow>(rows: readonly Row[]): Router<Row> {
  const routes = rows
    .flatMap((row) =>
      'http' in row.trigger
        ? row.trigger.http.map((routeKey) => {
            const [method, path = ''] = routeKey.split(' ');
            const template = segmentsOf(path);
            return { row, routeKey, method, template, isGreedy: template.at(-1)?.endsWith('+}') ?? false };
          })
        : [],
    )
    .sort((a, b) => sortKeyOf(a.routeKey).localeCompare(sortKeyOf(b.routeKey)));
  return (method, path) => {
    const rowWithUrl = rows.find(
      ({ trigger }) => 'functionUrl' in trigger && `${path}/`.startsWith(`${trigger.functionUrl}/`),
    );
    // A function URL has no routes, so its event always names `$default`.
    if (rowWithUrl) return { row: rowWithUrl, routeKey: '$default' };
    const requested = segmentsOf(path);
    for (const { row, routeKey, ...pattern } of routes) {
      if (routeKey === '$default') return { row, routeKey };
      const pathParameters = method === pattern.method ? parametersOf(pattern, requested) : undefined;
      if (pathParameters)
        return { row, routeKey, pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : undefined };
    }
    return undefined;
  };
}

/** A digit per segment (0 exact, 1 variable, 2 greedy), or 9 for `$default`. The match with the lowest key wins. */
function sortKeyOf(routeKey: Route): string {
  if (routeKey === '$default') return '9';
  const digits = segmentsOf(routeKey.slice(routeKey.indexOf('/'))).map((segment) => {
    if (segment.endsWith('+}')) return '2';
    return segment.startsWith('{') ? '1' : '0';
  });
  return digits.join('');
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

/** The variables of a path, decoded. `undefined` if the path doesn't match the template. */
function parametersOf(
  { template, isGreedy }: { readonly template: readonly string[]; readonly isGreedy: boolean },
  requested: readonly string[],
): Record<string, string> | undefined {
  if (isGreedy ? requested.length < template.length : requested.length !== template.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [at, segment] of template.entries()) {
    const value = segment.endsWith('+}') ? requested.slice(at).join('/') : (requested[at] ?? '');
    // Like API Gateway, we compare decoded segments: `/v1/%6Aobs` is `/v1/jobs`.
    const decoded = decode(value);
    if (!segment.startsWith('{')) {
      if (segment !== decoded) return undefined;
      continue;
    }
    if (!decoded) return undefined;
    parameters.push([segment.replace(/[{}+]/g, ''), decoded]);
  }
  return Object.fromEntries(parameters);
}

/** Returns undefined for invalid percent-encoding, because such a path belongs to `$default`. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
