/** A client of the service over real HTTP, with the steps that most e2e tests share. */
import { setTimeout as pause } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: the tests check the content of responses
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `undefined` if the response isn't JSON. */
  readonly body: Json;
}

type HeaderFields = Readonly<Record<string, string>>;

export type Client = ReturnType<typeof clientOf>;

/** The response body for an unknown or expired id of that kind. */
export const unknownId = ({ baseUrl }: { readonly baseUrl: string }, kind = 'job'): string =>
  JSON.stringify({
    error: `No ${kind} has this id. Check that the whole id was copied.`,
    code: 'not_found',
    docs_url: `${baseUrl}/docs/errors#not_found`,
  });

export const text = 'Dear Ada,\n\nThe engine works.';

export const ada = {
  name: 'Ada Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
} as const;

export const grace = { ...ada, name: 'Grace Hopper', addressLine1: '2 Example Ave' } as const;

export const inToronto = { city: 'Toronto', provinceOrState: 'ON', postalOrZip: 'M5V 2T6', countryCode: 'CA' } as const;

export const letterOf = (quoteId: string, to: object = {}, content: object = { text }) => ({
  quote_id: quoteId,
  letter: { to: { ...ada, ...to }, from: grace, ...content },
});

let eventCount = 0;

/** The payment provider's event for a job, in Stripe's format; `session` changes fields of the session in it. */
export function eventFor(job: Json, session: object = {}, type = 'checkout.session.completed'): Json {
  eventCount += 1;
  const object = {
    id: `cs_test_of_${job.job_id}`,
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: job.total_cents,
    currency: job.currency.toLowerCase(),
    client_reference_id: job.job_id,
    metadata: { job_id: job.job_id },
    payment_intent: `pi_test_${eventCount}`,
    ...session,
  };
  return { id: `evt_test_${eventCount}`, object: 'event', livemode: false, type, data: { object } };
}

/** A client whose methods take paths below the base URL, or full URLs. */
export function clientOf(baseUrl: string) {
  const at = (path: string) => (path.startsWith('http') ? path : baseUrl + path);
  const get = (path: string, headers: HeaderFields = {}) => answered(fetch(at(path), { headers }));
  /** A string or bytes are sent unchanged, anything else as JSON. */
  const post = (path: string, body?: unknown, headers: HeaderFields = {}) =>
    answered(fetch(at(path), { method: 'POST', ...sent(body, headers) }));
  /** Sends a POST and returns the body of a 201; any other status throws. */
  const make = async (path: string, body: object): Promise<Json> => {
    const response = await post(path, body);
    if (response.status !== 201) throw new Error(`POST ${path} responded with ${response.status}: ${response.text}`);
    return response.body;
  };
  /** A quote for `text` to the US; `fields` change the request. */
  const quote = (fields: object = {}): Promise<Json> => {
    const isText = !('html' in fields || 'markdown' in fields || 'pdf_url' in fields);
    return make('/quotes', { country: 'US', ...(isText && { text }), ...fields });
  };
  const job = async (jobId: string): Promise<Json> => (await get(`/jobs/${jobId}`)).body;
  return {
    get,
    post,
    make,
    quote,
    job,
    remove: (path: string) => answered(fetch(at(path), { method: 'DELETE' })),
    /** A job for a letter to Ada; `to` changes the recipient, `quote` the quote. */
    async order({ to = {}, quote: fields = {} } = {}): Promise<Json> {
      const { html, markdown, pdf_url, text: ownText = text }: Json = fields;
      const content = html || markdown || pdf_url ? { html, markdown, pdf_url } : { text: ownText };
      const { quote_id } = await quote(fields);
      // Tests order the same letter repeatedly on purpose.
      return make('/jobs', { ...letterOf(quote_id, to, content), another_copy: true });
    },
    /** Presses Pay on the checkout page. */
    pay: (checkoutUrl: string) =>
      post(checkoutUrl, 'action=pay', { 'content-type': 'application/x-www-form-urlencoded' }),
    cancel: (jobId: string) => post(`/jobs/${jobId}/cancel`),
    /** Polls the job until it has these fields. */
    jobUntil: (jobId: string, fields: object, patienceMs?: number) =>
      until(
        () => job(jobId),
        (view) => Object.entries(fields).every(([name, value]) => view?.[name] === value),
        patienceMs,
      ),
    /** Everything that the simulated partner accepted for a job. */
    async atPartner(jobId: string): Promise<Json[]> {
      const { body } = await get(`${new URL(baseUrl).origin}/_mailbox`, { accept: 'application/json' });
      return body.items.filter((item: Json) => item.job_id === jobId);
    },
  };
}

function sent(body: unknown, headers: HeaderFields): RequestInit {
  if (body === undefined) return { headers };
  if (typeof body === 'string' || body instanceof Uint8Array) return { body, headers };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

export async function answered(response: Promise<Response>): Promise<Answer> {
  const { status, headers } = await response;
  const body = await (await response).text();
  // A response without a body may still have a content type.
  const isJson = body !== '' && headers.get('content-type')?.startsWith('application/json');
  return { status, headers, text: body, body: isJson ? JSON.parse(body) : undefined };
}

const pollMs = 40;

/** Polls until `isReady`. The service runs on the real clock, which a test can't change. */
export async function until<T>(
  ask: () => Promise<T>,
  isReady: (answer: T) => boolean,
  patienceMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isReady(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`not ready after ${patienceMs} ms: ${JSON.stringify(answer)}`);
    await pause(pollMs);
  }
}
