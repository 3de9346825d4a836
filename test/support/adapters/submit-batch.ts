/** Sends COUNT documents of the largest size at once to BASE_URL. Prints the responses and the peak memory in MB. */
import { multipart, startSubmission } from '../../../shared/partners/http/partner-client.ts';
import { letterPaper } from '../../../shared/products/letter/letter.ts';

const [baseUrl = '', count = ''] = process.argv.slice(2);
const log = { alarm: () => {} };
const submit = startSubmission({ name: 'A partner', baseUrl, headers: {}, log, timeoutMs: 20_000 });
const send = async (at: number) => {
  const pdf = Buffer.alloc(letterPaper.maxBytes, at);
  const answer = await submit({ method: 'POST', path: '/', body: multipart({}, { name: 'pdf', pdf }, `job_${at}`) });
  return answer.kind === 'answered' ? answer.status : answer.code;
};
/** Sampled, because the operating system's peak would include the process that started this one. */
let peak = 0;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const answers = await Promise.all(Array.from({ length: Number(count) }, (_, at) => send(at)));
clearInterval(sampling);
process.stdout.write(JSON.stringify({ answers, mb: peak / 1_048_576 }));
