/** GET and POST /v1/v/{code}, and GET /v/{code} as it is printed: JSON, and a page for browsers. What is posted is not kept. */
import type { Context } from 'aws-lambda';
import { sha256Hex } from '../../shared/core/digest.ts';
import { invalid, Refusal } from '../../shared/core/refusal.ts';
import { preferred } from '../../shared/doors/http/accept.ts';
import { json } from '../../shared/doors/http/endpoint.ts';
import type { HttpEvent, HttpResult } from '../../shared/doors/http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../../shared/doors/http/middleware.ts';
import { postedForm } from '../../shared/doors/http/multipart-form.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';
import { markPage, unknownMarkPage } from '../../shared/pages/verify/mark.ts';
import { type MarkView, showMark } from '../../shared/usecases/receipts/show-mark.ts';

const name = 'verify-mark';

/** The file itself, where no script has hashed it in the browser. */
async function postedHash(event: HttpEvent): Promise<string | undefined> {
  if (event.requestContext.http.method !== 'POST') return undefined;
  const form = await postedForm(event);
  const hash = form.text('sha256').toLowerCase();
  if (/^[\da-f]{64}$/.test(hash)) return hash;
  const file = await form.file('document');
  if (file === undefined) throw invalid('document', 'is missing: choose the PDF to compare.');
  return sha256Hex(file);
}

const shown = ({ event, deps, caller }: HttpRequest): Promise<MarkView> =>
  showMark(deps, event.pathParameters?.code ?? '', caller, () => postedHash(event));

const asPage = pageEndpoint(name, async (request) => {
  try {
    return markPage(await shown(request), request.reader);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    return { ...unknownMarkPage(request.reader), refused: error };
  }
});

const asJson = withMiddleware(
  name,
  async (request) => {
    const { sender, mailedAt, pages, document } = await shown(request);
    const mailed_on = new Date(mailedAt).toISOString().slice(0, 10);
    const { paymentMode: payment_mode } = request.deps.settings;
    return json(statusOfOutcome.done, { sender, mailed_on, pages, document, payment_mode });
  },
  { formatProblem: problemAsJson, openToBrowsers: false },
);

export async function handler(event: HttpEvent, context: Context): Promise<HttpResult> {
  const form = preferred(event.headers.accept, ['application/json', 'text/html']);
  const { headers, ...answer } = await (form === 'text/html' ? asPage : asJson)(event, context);
  return { ...answer, headers: { ...headers, vary: 'accept, accept-language' } };
}
