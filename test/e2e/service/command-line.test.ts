/** `npx print-and-mail` with a running service: every command, its exit code, and its output for people and programs. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandLine } from '../../../lib/command-line/run.ts';
import { registerAccount } from '../../support/e2e/desk.ts';
import { pdfOf } from '../../support/e2e/pdf-server.ts';
import { running, startService } from '../../support/e2e/service.ts';
import { newFolder } from '../../support/new-folder.ts';
import { letterPrice } from '../../support/prices.ts';
import { textsOf } from '../../support/read-pdf.ts';

const price = letterPrice().total;
const service = running(() => startService());
const root = join(import.meta.dirname, '..', '..', '..');
const folder = newFolder();
/** Writes a file into the test's folder. Returns its path. */
const writeFile = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const letter = writeFile('letter.md', '# Notice\n\nDear Ada,\n\nHello from the post office.\n');

const from = 'Grace Hopper, 2 Example Ave, Boston, MA 02108';
// The simulated print partner mails a letter to this address at once.
const mailedAtOnce = 'Ada Lovelace, 1 TEST MAILED ST, Albany, NY 12207';
const ada = 'Ada Lovelace, 12 Main St, Albany, NY 12207';

/** `sleep` replaces the wait between two polls. */
async function run(args: readonly string[], sleep: () => Promise<unknown> = async () => {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await commandLine({
    args,
    environment: { PRINT_AND_MAIL_URL: service.baseUrl, PRINT_AND_MAIL_FROM: from },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    isTerminal: true,
    read: (path) => readFile(path),
    sleep: async () => void (await sleep()),
  });
  return { exit, out: out.join('\n'), err: err.join('\n') };
}

/** Orders the letter. Returns the JSON that the command prints. */
async function sendLetter(to: string) {
  const { exit, out } = await run(['send', letter, '--to', to, '--json']);
  expect(exit).toBe(0);
  return JSON.parse(out);
}

test('quote prints the exact price, as a line for people or as JSON', async () => {
  const { exit, out, err } = await run(['quote', letter, '--to', mailedAtOnce, '--color']);
  expect([exit, out.split('\n')[0], err]).toEqual([0, '1 page, color, standard mail, $2.44', 'Getting the price…']);
  const html = writeFile('letter.html', '<div style="height: 2.1in"></div><p>Dear Ada</p>');
  const toronto = 'Ada Lovelace, 2 King St, Toronto, ON M5V 2T6';
  const quoted = await run(['quote', html, '--to', toronto, '--json']);
  expect(JSON.parse(quoted.out)).toMatchObject({ country: 'CA', pages: 1, tax_label: expect.stringMatching('HST') });
});

test('a local PDF is uploaded, quoted and ordered, and a file that isn’t a PDF or is empty is refused', async () => {
  const pdf = join(folder, 'contract.PDF');
  writeFileSync(pdf, await pdfOf(3));
  const { exit, out, err } = await run(['send', pdf, '--to', mailedAtOnce]);
  expect([exit, err]).toEqual([0, expect.stringContaining('Sending the file…')]);
  expect(out).toMatch(/^3 pages, /);
  const refused = await run(['quote', writeFile('page.pdf', '<html>Dear Ada</html>'), '--to', mailedAtOnce]);
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('not a PDF')]);
  const empty = await run(['quote', writeFile('empty.pdf', ''), '--to', mailedAtOnce]);
  expect([empty.exit, empty.err]).toEqual([2, expect.stringMatching(/empty\.pdf is empty\.$/)]);
});

test.each([
  ['--to', mailedAtOnce],
  ['--fax', '+12125550199'],
])('an A4 page is refused with an error that names fit_page, and is ordered with --fit-page: %s', async (...to) => {
  const a4 = join(folder, 'a4.pdf');
  writeFileSync(a4, await pdfOf(1, [595, 842]));
  const { exit, err } = await run(['send', a4, ...to]);
  expect([exit, err]).toEqual([1, expect.stringMatching(/ Or send fit_page true to print it at 94%\.$/)]);
  expect(await run(['send', a4, ...to, '--fit-page'])).toMatchObject({ exit: 0 });
});

test('send orders and prints where to pay, status --watch waits until it is mailed, and receipt prints what happened', async () => {
  const ordered = await run(['send', letter, '--to', mailedAtOnce]);
  expect(ordered.exit).toBe(0);
  expect(ordered.out).toContain(
    `1 page, black and white, standard mail, ${price}\n\nRead it and pay  ${service.baseUrl}/pay/pay_`,
  );
  expect(ordered.out).toMatch(/^Track it {9}npx print-and-mail status job_\w+ --watch$/m);
  expect(ordered.out).toMatch(/^Cancel it +npx print-and-mail cancel job_\w+$/m);
  expect(ordered.out).toMatch(/^Get its receipt +npx print-and-mail receipt job_\w+$/m);
  expect(ordered.out).toMatch(/Test mode: nothing is charged or sent\.$/);

  const { job_id, checkout_url } = await sendLetter(mailedAtOnce);
  expect(await run(['status', job_id])).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/: awaiting payment\nRead it and pay {2}http\S+\/pay\/pay_\w+$/),
  });
  let isPaid = false;
  const watched = await run(['status', job_id, '--watch'], async () => {
    if (!isPaid) await service.pay(checkout_url);
    isPaid = true;
  });
  expect(watched).toMatchObject({ exit: 0, out: `letter, ${price}: fulfilled, mailed` });
  expect(watched.err.split('\n')[0]).toBe(`letter, ${price}: awaiting payment`);

  expect((await run(['receipt', job_id])).out).toMatch(
    /^.*has left the print facility.*\nTotal \$[\d.]+, receipt rcpt_\w+\n.* UTC {2}created$/m,
  );
  const { pay_url: link } = JSON.parse((await run(['status', job_id, '--json'])).out);
  expect((await run(['receipt', link])).out).toBe((await run(['receipt', job_id])).out);
  expect(await run(['status', link])).toMatchObject({ exit: 0, out: expect.stringMatching(/^letter, .*has left/) });
});

test('send --send-on prints the day of printing, status shows it, and an impossible day is refused', async () => {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const send = ['send', letter, '--to', mailedAtOnce, '--send-on', day];
  expect(await run(send)).toMatchObject({ exit: 0, out: expect.stringContaining(`We’ll print it on ${day}.`) });
  const { job_id, checkout_url } = JSON.parse((await run([...send, '--json'])).out);
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { fulfillment_status: 'queued' });
  expect((await run(['status', job_id])).out).toMatch(new RegExp(`, queued, prints on ${day}$`));
  expect((await run(['cancel', job_id])).out).toBe('Canceled. Your payment is being refunded.');
  const refused = await run(['send', letter, '--to', mailedAtOnce, '--send-on', '2027-02-30']);
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('letter.send_on must be a calendar date')]);
});

test('cancel stops an order, and exits with 4 if it is too late', async () => {
  const { job_id } = await sendLetter(ada);
  expect(await run(['cancel', job_id])).toMatchObject({ exit: 0, out: 'Canceled. Nothing was charged.' });
  expect(await run(['status', job_id, '--watch'])).toMatchObject({ exit: 4, out: `letter, ${price}: canceled` });
  const late = await sendLetter(mailedAtOnce);
  await service.pay(late.checkout_url);
  await service.jobUntil(late.job_id, { fulfillment_status: 'mailed' });
  const declined = await run(['cancel', late.job_id]);
  expect(declined).toMatchObject({ exit: 4, out: expect.stringMatching(/^Not canceled\. \S.*\.$/) });
});

test('send --fax takes a number as people write it', async () => {
  const fax = await run(['send', letter, '--fax', '(212) 555-0199']);
  expect(fax).toMatchObject({ exit: 0, out: expect.stringMatching(/^1 page, by fax, \$[\d.]+\n\nRead it and pay/) });
  const { job_id } = JSON.parse((await run(['send', letter, '--fax', '+1 416 555 0147', '--json'])).out);
  expect(await service.job(job_id)).toMatchObject({ service: 'fax', fax_number: '+14165550147' });
});

test('check draws a check on a registered account', async () => {
  const account = await registerAccount(service);
  const args = ['check', '1250.00', '--account', account, '--to', mailedAtOnce, '--memo', 'Rent'];
  expect(await run(args)).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^a check for 1250\.00, drawn on the bank account and not charged here, .*, \$5\.00\n/),
  });
  const check = JSON.parse((await run([...args, '--json'])).out);
  expect(await service.job(check.job_id)).toMatchObject({ service: 'check', check_amount_cents: 125_000 });
});

test('the --cover options put a cover sheet with the fax number on the document', async () => {
  const args = ['--fax', '+12125550199', '--cover-to', 'Grace Hopper', '--cover-note', 'Call me.'];
  const quoted = JSON.parse((await run(['quote', letter, ...args, '--json'])).out);
  expect(quoted).toMatchObject({ pages: 2, cover: { to: 'Grace Hopper', note: 'Call me.' } });
  const { pay_url } = JSON.parse((await run(['send', letter, ...args, '--json'])).out);
  const pdf = await fetch(`${pay_url}/proof.pdf`);
  const [cover = '', content] = await textsOf(new Uint8Array(await pdf.arrayBuffer()));
  expect(cover.replace(/\s+/g, ' ')).toMatch(/^Fax To Grace Hopper Fax \+1 212-555-0199 Date .* Pages 2.* Call me\.$/);
  expect(content).toContain('Dear Ada');
});

test('the same key makes one order', async () => {
  const args = ['send', letter, '--to', ada, '--json', '--key', crypto.randomUUID()];
  expect(await run(args)).toMatchObject({ exit: 0 });
  const again = { exit: 1, out: '', err: expect.stringMatching(/^You already placed .* Nothing more was ordered\.$/m) };
  expect(await run(args)).toMatchObject(again);
});

test.each<[string, readonly string[], number, RegExp]>([
  ['a refused quote', ['quote', writeFile('emoji.txt', 'Dear Ada 😀'), '--to', ada], 1, /^Getting.*\ntext: /],
  ['an unknown job', ['status', `job_${'0'.repeat(26)}`], 1, /^Not found\./],
  ['an unknown pay link', ['receipt', `pay_${'0'.repeat(26)}`], 1, /^Not found\./],
  ['an unreachable service', ['status', 'job_1', '--url', 'http://127.0.0.1:9/v1'], 3, /^No response from the service/],
])('%s is reported with an exit code and one sentence', async (_, args, exit, message) => {
  expect(await run(args)).toMatchObject({ exit, out: '', err: expect.stringMatching(message) });
});

test('bin/print-and-mail.js has the same exit code and output, and shows no progress in a pipe', async () => {
  const program = join(root, 'bin/print-and-mail.js');
  const args = ['quote', letter, '--to', ada, '--url', service.baseUrl];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args]);
  expect([stdout.split('\n')[0], stderr]).toEqual([`1 page, black and white, standard mail, ${price}`, '']);
  const wrong = promisify(execFile)(process.execPath, [program, 'post']);
  const stderrOfWrong = expect.stringContaining('No command is called post');
  await expect(wrong).rejects.toMatchObject({ code: 2, stdout: '', stderr: stderrOfWrong });
});
