/** The OpenAPI document as it is served. */
import { lazy } from '../../compose/lazy.ts';
import { writtenApi } from '../docs/beside.ts';
import { json } from '../http/endpoint.ts';
import { withMiddleware } from '../http/middleware.ts';
import { statusOfOutcome } from '../http/problem.ts';
import { problemAsJson } from '../http/problem-json.ts';

/** The document is the same for every caller, except for the server's URL. It offers a payment only where agents may pay. */
export function openapi() {
  const document = writtenApi('');
  const withoutOffers = lazy(() =>
    JSON.parse(JSON.stringify(document, (name, value) => (name === 'x-payment-info' ? undefined : value))),
  );
  return withMiddleware(
    'show-about',
    async ({ caller, deps }) => {
      const shown = deps.settings.agentsPay ? document : withoutOffers();
      return json(statusOfOutcome.done, { ...shown, servers: [{ url: caller.baseUrl }] });
    },
    { formatProblem: problemAsJson, openToBrowsers: true },
  );
}
