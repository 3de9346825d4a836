/** Sends as many of the largest documents at once as its arguments say, and prints the most memory that took, in MB. */
import { multipart, submission } from '../../../shared/partners/http/partner-client.ts';
import { letterPaper } from '../../../shared/products/letter/letter.ts';

const [baseUrl = '', count = ''] = process.argv.slice(2);
const ask = submission({ name: 'A partner', baseUrl, headers: {}, log: { alarm: () => {} }, timeoutMs: 20_000 });
const send = async (at: number) => {
  const pdf = Buffer.alloc(letterPaper.mostBytes, at);
  const answer = await ask({ method: 'POST', path: '/', body: multipart({}, { name: 'pdf', pdf }, `job_${at}`) });
  return answer.kind === 'answered' ? answer.status : answer.code;
};
/** Asked again and again: what the system calls a process's most also counts the process that began it. */
let most = 0;
const asking = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
const answers = await Promise.all(Array.from({ length: Number(count) }, (_, at) => send(at)));
clearInterval(asking);
process.stdout.write(JSON.stringify({ answers, mb: most / 1_048_576 }));
