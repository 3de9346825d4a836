/** The text that `npm start` prints once it listens: what is real, the addresses, and a first letter. */
import { manifest } from '../../functions/manifest.ts';
import { isTestService } from '../../shared/config/config.ts';
import { chosenFor, partnerNamed, paymentProviderOf } from '../../shared/partners/catalogue.ts';
import type { Choice, EnvironmentVariables } from '../../shared/partners/descriptor.ts';
import { findBrowser, thisMachine } from '../../shared/rendering/chromium/find-browser.ts';

/** Works in bash and zsh alike: every quote closes on its line, and nothing unquoted would be expanded by a shell. */
export function threeLines(baseUrl: string): string[] {
  const json = `-H 'content-type: application/json'`;
  const mailbox = `${new URL(baseUrl).origin}/_mailbox`;
  const text = 'Dear Ada,\\n\\nHello from the post office.';
  const letter = JSON.stringify({
    to: {
      name: 'Ada Lovelace',
      addressLine1: '1 TEST MAILED ST',
      city: 'Albany',
      provinceOrState: 'NY',
      postalOrZip: '12207',
      countryCode: 'US',
    },
    from: {
      name: 'Grace Hopper',
      addressLine1: '2 Example Ave',
      city: 'Boston',
      provinceOrState: 'MA',
      postalOrZip: '02108',
      countryCode: 'US',
    },
    text: '',
  }).replace('"text":""', `"text":"${text}"`);
  return [
    `QUOTE=$(curl -s ${baseUrl}/quotes ${json} -d '{"country":"US","text":"${text}"}' | grep -o 'quote_[a-z0-9]\\{20,\\}')`,
    `CHECKOUT=$(curl -s ${baseUrl}/jobs ${json} -d '{"quote_id":"'"$QUOTE"'","letter":${letter}}' | grep -o 'http[^"]*/checkout/[^"]*')`,
    `curl -s -X POST "$CHECKOUT" -d action=pay -o /dev/null -w '%{http_code}\\n' && curl -s ${mailbox} -H 'accept: application/json'`,
  ];
}

export function greeting(
  { baseUrl, mcpUrl }: { readonly baseUrl: string; readonly mcpUrl: string },
  environment: EnvironmentVariables,
): string {
  const { origin } = new URL(baseUrl);
  const isMock = environment.PAYMENT_MODE !== 'real';
  // The command that sends events to a developer's receiver, with the address if the port is not the usual one.
  const toListen = (baseUrl: string): string => {
    const { port } = new URL(baseUrl);
    const there = port === '8787' ? '' : ` --url http://127.0.0.1:${port}`;
    return `npx print-and-mail listen --to http://127.0.0.1:3000/hook${there}`;
  };
  const withoutHtml = ({ CHROMIUM_PATH }: EnvironmentVariables): string | undefined => {
    const browser = findBrowser(thisMachine(CHROMIUM_PATH));
    return browser.kind === 'none' ? `refused. ${browser.why} ${browser.cure}` : undefined;
  };
  const isServed = (route: string): boolean =>
    manifest.some(({ trigger }) => 'http' in trigger && trigger.http.some((one) => one === route));
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Payments', isMock ? 'a test page' : paymentProviderOf(environment).title],
    ['Mail', madeBy('PRINT_PARTNER', environment)],
    ['Fax', madeBy('FAX_PARTNER', environment)],
    ['HTML', withoutHtml(environment)],
    ['', ''],
    ['Home', isServed('GET /') ? `${origin}/` : undefined],
    ['Docs', isServed('GET /v1/docs') ? `${baseUrl}/docs` : undefined],
    [
      'Mailbox',
      (['PRINT_PARTNER', 'FAX_PARTNER'] as const).some((choice) => chosenFor(choice, environment) === 'simulated')
        ? `${origin}/_mailbox`
        : undefined,
    ],
    ['Base URL', baseUrl],
    ['MCP URL', mcpUrl],
    ['Events', isMock ? toListen(baseUrl) : undefined],
    ['Public', environment.PUBLIC_BASE_URL],
    ['', ''],
  ];
  const modeOf = (isMock: boolean, environment: EnvironmentVariables): string => {
    if (isMock) return 'Print and mail, in test mode: nothing is charged, printed, mailed or faxed.';
    return isTestService(environment)
      ? 'Print and mail, with real payment pages and a test key or partner: some orders are only simulated.'
      : 'Print and mail, LIVE: people are charged, and what they pay for is mailed and faxed.';
  };
  return [
    modeOf(isMock, environment),
    '',
    ...rows.flatMap(([name, value]) => (value === undefined ? [] : `${name.padEnd(10)}${value}`.trimEnd())),
    // The text ends with an empty line, by which a program knows that it has read all of it.
    ...(isMock
      ? [
          'A first letter, in a second terminal: npm run demo -- letter',
          'Or with curl, one line after the other:',
          '',
          ...threeLines(baseUrl),
          '',
        ]
      : []),
  ].join('\n');
}

function madeBy(choice: Choice, environment: EnvironmentVariables): string {
  const name = chosenFor(choice, environment);
  if (name === undefined) return `not sold: ${choice} is none`;
  return name === 'simulated' ? 'simulated' : partnerNamed(name).title;
}
