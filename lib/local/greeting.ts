/** The text that `npm start` prints when it is ready: what is real, the URLs, and how to send a first letter. */
import { isTestService } from '../../shared/config/config.ts';
import { chosenPartner, partnerNamed, paymentProviderOf } from '../../shared/partners/catalogue.ts';
import type { EnvironmentVariables, PartnerVariable } from '../../shared/partners/descriptor.ts';
import { findBrowser, thisMachine } from '../../shared/rendering/chromium/find-browser.ts';

export function greeting(
  { baseUrl, mcpUrl }: { readonly baseUrl: string; readonly mcpUrl: string },
  environment: EnvironmentVariables,
): string {
  const { origin, hostname, port } = new URL(baseUrl);
  const isMock = environment.PAYMENT_MODE !== 'real';
  const isSimulated = (['PRINT_PARTNER', 'FAX_PARTNER'] as const).some(
    (variable) => chosenPartner(variable, environment) === 'simulated',
  );
  // The example calls 127.0.0.1:8787 by default. A service on all interfaces can be called at the loopback address.
  const localOrigin = origin.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');
  const isDefault = port === '8787' && ['127.0.0.1', 'localhost', '0.0.0.0'].includes(hostname);
  const apiVariable = isDefault ? '' : `API=${localOrigin}/v1 `;
  const partnerTitle = (variable: PartnerVariable): string => {
    const name = chosenPartner(variable, environment);
    if (name === undefined) return `not sold: ${variable} is none`;
    return name === 'simulated' ? 'simulated' : partnerNamed(name).title;
  };
  const browser = findBrowser(thisMachine(environment.CHROMIUM_PATH));
  const rows: readonly (readonly [name: string, value: string | false | undefined])[] = [
    ['Payments', isMock ? 'a test page' : paymentProviderOf(environment).title],
    ['Mail', partnerTitle('PRINT_PARTNER')],
    ['Fax', partnerTitle('FAX_PARTNER')],
    ['HTML', browser.kind === 'none' && `can’t be printed. ${browser.reason} ${browser.fix}`],
    ['', ''],
    ['Home', `${origin}/`],
    ['Docs', `${baseUrl}/docs`],
    ['Mailbox', isSimulated && `${origin}/_mailbox`],
    ['Base URL', baseUrl],
    ['MCP URL', mcpUrl],
    ['Public', environment.PUBLIC_BASE_URL],
    ['', ''],
  ];
  const realMode = isTestService(environment)
    ? 'Print and mail, with real payment pages and a test key or partner: some orders are only simulated.'
    : 'Print and mail, LIVE: people are charged, and what they pay for is mailed and faxed.';
  return [
    isMock ? 'Print and mail, in test mode: nothing is charged, printed, mailed or faxed.' : realMode,
    '',
    ...rows.flatMap(([name, value]) =>
      value === undefined || value === false ? [] : `${name.padEnd(10)}${value}`.trimEnd(),
    ),
    // The text ends with an empty line, so that a program knows when it has read all of it.
    ...(isMock ? [`A first letter, in a second terminal: ${apiVariable}sh examples/letter/order.sh`, ''] : []),
  ].join('\n');
}
