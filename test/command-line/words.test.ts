/** Command-line parsing: what each argument means, and the error for invalid ones. */
import { addressIn } from '../../lib/command-line/order.ts';
import { commandIn, commandLineHelp, commandNames } from '../../lib/command-line/words.ts';

const read = (line: string, environment: Record<string, string> = {}) =>
  commandIn(line.split(' ').filter(Boolean), environment);

describe('an address in one line', () => {
  test('is read', () => {
    expect(addressIn('--to', 'Ada Lovelace, 12 Main St, Apt 4, Albany NY 12207')).toEqual({
      ...{ name: 'Ada Lovelace', addressLine1: '12 Main St', addressLine2: 'Apt 4', city: 'Albany' },
      ...{ provinceOrState: 'NY', postalOrZip: '12207', countryCode: 'US' },
    });
  });

  test('is refused with its option, its fault and an example', () => {
    expect(() => addressIn('--from', 'Ada Lovelace, Albany, NY 12207')).toThrow(
      '--from can\'t be read: the street is missing, or no comma is before it. Write it like "Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207", in one line or several.',
    );
  });
});

describe('the service', () => {
  test.each<[string, Record<string, string>, string]>([
    ['status job_1', {}, 'http://127.0.0.1:8787/v1'],
    ['status job_1', { PRINT_AND_MAIL_URL: 'https://mail.example.com/' }, 'https://mail.example.com/v1'],
    [
      'status job_1 --url http://127.0.0.1:9000/v1/',
      { PRINT_AND_MAIL_URL: 'https://a.example' },
      'http://127.0.0.1:9000/v1',
    ],
  ])('of %j with %j is %s', (line, environment, baseUrl) => {
    expect(read(line, environment)).toMatchObject({ baseUrl });
  });
});

test.each(['', 'help', '--help', 'send -h'])('%j prints the help', (line) => {
  expect(read(line)).toBe('help');
});

test.each([
  ['1.15', 115],
  ['2.30', 230],
  ['7', 700],
])('--max %s is %i cents', (max, maxCents) => {
  expect(read(`send a.md --max ${max}`)).toMatchObject({ maxCents });
});

test('PRINT_AND_MAIL_FROM is the sender unless --from names another', () => {
  const environment = { PRINT_AND_MAIL_FROM: 'Ada' };
  expect(read('send a.md', environment)).toMatchObject({ from: 'Ada' });
  expect(read('send a.md --from Grace', environment)).toMatchObject({ from: 'Grace' });
});

test('the help names every command and fits a terminal', () => {
  for (const name of commandNames) expect(commandLineHelp).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  for (const line of commandLineHelp.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
});

test.each([
  [
    'post a.md',
    /^No command is called post\. Choose quote, send, check, status, cancel, receipt, verify, or listen\.$/,
  ],
  ['send', /^Name the file\.$/],
  ['status', /^Name the job\.$/],
  ['status job_1 job_2', /Leave out job_2\.$/],
  ['listen --to http://127.0.0.1:3000 job_1', /^listen takes one thing at a time\. Leave out job_1\.$/],
  ['status job_1 --to x', /^status has no option --to\. /],
  ['send a.md --colour', /^Unknown option '--colour'/],
  ['send a.md --max two', /^--max must be an amount like 2\.50\.$/],
  ['status job_1 --url nowhere', /needs an address like https:/],
])('%j exits with code 2 and a one-sentence error', (line, says) => {
  expect(() => read(line)).toThrow(says);
  expect(() => read(line)).toThrow(expect.objectContaining({ exit: 2 }));
});
