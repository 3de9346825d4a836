/** The words of the command line: what each means, and the sentence for those that mean nothing. */
import { addressIn } from '../../lib/command-line/address.ts';
import { commandIn, commandLineHelp, commandNames } from '../../lib/command-line/words.ts';

const read = (line: string, environment: Record<string, string> = {}) =>
  commandIn(line.split(' ').filter(Boolean), environment);

describe('an address in one line', () => {
  const albany = { city: 'Albany', provinceOrState: 'NY', postalOrZip: '12207', countryCode: 'US' };
  const ada = { name: 'Ada Lovelace', addressLine1: '12 Main St', ...albany };

  test.each<[string, object]>([
    ['Ada Lovelace, 12 Main St, Albany, NY 12207', ada],
    ['Ada Lovelace, 12 Main St, Albany, NY, 12207', ada],
    ['Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207, USA', { ...ada, addressLine2: 'Apt 4' }],
    [
      'Ada Lovelace\n12 Main St\nAlbany, New York 12207-1234',
      { ...ada, provinceOrState: 'New York', postalOrZip: '12207-1234' },
    ],
    [
      'Grace Hopper, 2 King St, Toronto, ON m5v 2t6, Canada',
      {
        ...{ name: 'Grace Hopper', addressLine1: '2 King St', city: 'Toronto', provinceOrState: 'ON' },
        ...{ postalOrZip: 'M5V 2T6', countryCode: 'CA' },
      },
    ],
  ])('%j is read', (line, address) => {
    expect(addressIn('--to', line)).toEqual(address);
  });

  test.each([
    ['', /^--to is no whole address: .*"Ada Lovelace, 12 Main St, Albany, NY 12207"/],
    ['Ada Lovelace, Albany, NY 12207', /no whole address/],
    ['Ada Lovelace, 12 Main St, Albany', /no whole address/],
    ['Ada Lovelace, 12 Main St, Apt 4, Floor 2, Albany, NY 12207', /no whole address/],
    ['Ada Lovelace, 12 Main St, Albany, NY 12207, Canada', /names CA, and its code is one of US/],
  ])('%j is refused with an example or the fault', (line, says) => {
    expect(() => addressIn('--to', line)).toThrow(says);
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

test('the help names every command and fits a terminal', () => {
  for (const name of commandNames) expect(commandLineHelp).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  for (const line of commandLineHelp.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
});

test.each([
  ['post a.md', /^There is no command post: choose quote, send, status, cancel, receipt, verify, or listen\.$/],
  ['send', /^Name the file\.$/],
  ['status', /^Name the job\.$/],
  ['status job_1 job_2', /leave out job_2\.$/],
  ['listen --to http://127.0.0.1:3000 job_1', /^listen takes one thing at a time: leave out job_1\.$/],
  ['status job_1 --to x', /^status has no option --to: /],
  ['send a.md --colour', /^Unknown option '--colour'/],
  ['send a.md --max two', /^--max must be an amount such as 2\.50\.$/],
  ['status job_1 --url nowhere', /must be one such as https:/],
])('%j ends with 2 and one sentence', (line, says) => {
  expect(() => read(line)).toThrow(says);
  expect(() => read(line)).toThrow(expect.objectContaining({ exit: 2 }));
});
