/**
 * Requests over HTTP to the whole service on this machine. A quote of text is held against a quote of a check, which writes
 * a price and nothing else; with `--against FOLDER`, each request against the same one to another checkout of this project.
 */

import { clientOf, type Json, letterOf } from '../support/e2e/client.ts';
import { type Service, startService, textOnly } from '../support/e2e/service.ts';
import { type Contestant, compare } from './compare.ts';
import { textOf } from './documents.ts';
import { against as limited, milliseconds, type Section } from './report.ts';

const rounds = 15;
const requestsEach = 20;
/** Of the time of a quote that writes a price alone, and of the time in the other checkout. */
const most = { text: 1.3, same: 1.1 };

export async function overHttp(_folder: string, against?: string): Promise<Section> {
  const services = [await startService(textOnly)];
  try {
    if (against !== undefined) services.push(await startService(textOnly, undefined, against));
    const [ours = {}, theirs] = await Promise.all(services.map(requestsTo));
    const ms = await compare({ ...named('ours', ours), ...named('theirs', theirs ?? {}) }, rounds);
    const rows = Object.keys(ours).map((what) => {
      const [own = 0, other = 0, price = 0] = [`ours ${what}`, `theirs ${what}`, `ours ${priceAlone}`].map(
        (name) => ms[name],
      );
      const isText = what.startsWith('quote of text');
      if (theirs !== undefined)
        return [what, milliseconds(own), milliseconds(other), limited(own / other, isText ? most.text : most.same)];
      // More pages take their time to be laid out.
      return [what, milliseconds(own), what.endsWith(' 1 page') ? limited(own / price, most.text) : ''];
    });
    const header = theirs === undefined ? ['Of a price alone'] : ['Other checkout', 'Ratio'];
    return { title: 'Requests over HTTP', header: ['Request', 'Median', ...header], rows };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

const priceAlone = 'quote of a check';

async function requestsTo({ baseUrl }: Service): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const { get, make, quote } = clientOf(baseUrl);
  const { quote_id } = await quote();
  const job: Json = await make('/jobs', letterOf(quote_id));
  return {
    [priceAlone]: () => make('/check-quotes', { country: 'US' }),
    'quote of text, 1 page': () => quote({ text: textOf(1) }),
    'quote of text, 15 pages': () => quote({ text: textOf(15) }),
    'view of a job': () => get(`/jobs/${job.job_id}`),
    'pay page': () => get(job.pay_url),
  };
}

/** Each try is the mean of many requests, one after the other. */
const named = (whose: string, requests: Awaited<ReturnType<typeof requestsTo>>): Record<string, Contestant> =>
  Object.fromEntries(
    Object.entries(requests).map(([what, send]) => [
      `${whose} ${what}`,
      {
        async run() {
          const startedAt = performance.now();
          for (let sent = 0; sent < requestsEach; sent++) await send();
          return (performance.now() - startedAt) / requestsEach;
        },
      },
    ]),
  );
