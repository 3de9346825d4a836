/** Which settings go together: real money needs real partners, and test money needs partners that send nothing. */
import {
  chosenPartner,
  firstRealPartner,
  kindOfKey,
  partnerNamed,
  paymentProviderOf,
  paymentProviders,
} from '../partners/catalogue.ts';
import {
  type Descriptor,
  type EnvironmentVariables,
  type PaymentProviderDescriptor,
  partnerVariableNames,
  partnerVariables,
} from '../partners/descriptor.ts';

/**
 * How payments work, and the environment without malformed variables, which are reported elsewhere. If PAYMENT_MODE is
 * malformed, every flag is false. `isCharged`: a payment provider is used, even if its key is missing.
 */
function modeIn(environment: EnvironmentVariables, malformed: readonly string[] = []) {
  const wellFormed = Object.fromEntries(Object.entries(environment).filter(([name]) => !malformed.includes(name)));
  const provider = paymentProviderOf(wellFormed);
  const isMock = provider.paymentMode === 'mock' && !malformed.includes('PAYMENT_MODE');
  const isCharged = provider.paymentMode === 'real';
  const key = isCharged ? kindOfKey(provider, wellFormed) : undefined;
  return { environment: wellFormed, isMock, isTest: isMock || key === 'test', isReal: key === 'live', isCharged };
}

function isLocal(url = ''): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** The partners in use and the variables that chose them. `isDouble`: its API is on this machine, so it sends nothing. */
const partnersIn = (mode: ReturnType<typeof modeIn>, malformed: readonly string[] = []) =>
  partnerVariableNames.flatMap((variable) => {
    const name = malformed.includes(variable) ? undefined : chosenPartner(variable, mode.environment);
    if (name === undefined) return [];
    const partner = partnerNamed(name);
    const isDouble = isLocal(partner.api && mode.environment[partner.api.variable]);
    const key = kindOfKey(partner, mode.environment);
    return [{ ...mode, variable, partner, key, isSimulated: name === 'simulated', isDouble }];
  });

function partnerProblems(inUse: ReturnType<typeof partnersIn>[number]): string[] {
  const { variable, partner, key, isTest, isReal, isSimulated, isDouble } = inUse;
  const { products, mayBeNone, words } = partnerVariables[variable];
  const missing = products.find((product) => !partner.makes.includes(product));
  const problems: string[] = [];
  if (missing !== undefined)
    problems.push(
      `${variable} is ${partner.name}, which can't make a ${missing}: people would pay for nothing. Write the adapter and add the product to what the partner makes.`,
    );
  if (isTest && key === 'live')
    problems.push(
      `${partner.keys?.variable} is a live key, but payments are in test mode: ${words.plural} would be ${words.sent} that no one has paid for. Use a test key.`,
    );
  if (isTest && !isSimulated && partner.keys === undefined && !isDouble)
    problems.push(
      `${variable} is ${partner.name}, which sends real ${words.plural}, but payments are in test mode: set ${variable} to simulated.`,
    );
  const whyNot = `but payments are real: people would pay for ${words.plural} that no one ${words.sends}.`;
  if (isReal && isSimulated) {
    const choices = [firstRealPartner(variable), mayBeNone && 'none'].filter(Boolean).join(' or ');
    problems.push(`${variable} is simulated, ${whyNot} Set it to ${choices}.`);
  }
  if (isReal && key === 'test') problems.push(`${partner.keys?.variable} is a test key, ${whyNot} Use the live key.`);
  return problems;
}

function serviceProblems({ environment, isMock, isReal, isCharged }: ReturnType<typeof modeIn>): string[] {
  const { PUBLIC_BASE_URL, PUBLIC_MCP_URL, SERVICE_NAME, SUPPORT_CONTACT, EMAIL_FROM, SMTP_URL } = environment;
  const problems: string[] = [];
  if (isCharged && !PUBLIC_BASE_URL)
    problems.push(
      'PUBLIC_BASE_URL is missing: payments are real, and links cannot rely on the host that a request claims. Set it to the URL to which payers return, for example https://mail.example.com/v1.',
    );
  // With test payments, payers may return to this machine.
  for (const [name, url = ''] of Object.entries({ PUBLIC_BASE_URL, PUBLIC_MCP_URL }))
    if (isCharged && /^http:/i.test(url) && (isReal || !isLocal(url)))
      problems.push(`${name} must begin with https://, because payers and clients send addresses and documents there.`);
  if (isReal && !SERVICE_NAME)
    problems.push(
      'SERVICE_NAME is missing: payments are real, and payers could not see whom they pay. Set it to the name of the business.',
    );
  if (isReal && !SUPPORT_CONTACT)
    problems.push(
      'SUPPORT_CONTACT is missing: payments are real, and payers would have no one to ask. Set it to an email address that people read, or to a page.',
    );
  if (isCharged && environment.PDF_URL_ALLOW_HOSTS)
    problems.push('PDF_URL_ALLOW_HOSTS works in mock mode only: remove it, because it opens private addresses.');
  if (isMock && SMTP_URL)
    problems.push(
      'SMTP_URL sends real emails, but PAYMENT_MODE is mock: anyone could send them for free. Remove it, or set PAYMENT_MODE to real.',
    );
  // On AWS, SES sends the emails.
  if (isCharged && EMAIL_FROM && !SMTP_URL && !environment.AWS_LAMBDA_FUNCTION_NAME)
    problems.push('EMAIL_FROM is set, but nothing sends the emails: set SMTP_URL, or remove EMAIL_FROM.');
  if (isCharged && !EMAIL_FROM && SMTP_URL)
    problems.push(
      'EMAIL_FROM is missing: emails would have no sender. Set it to an address of yours, for example news@mail.example.com, or remove SMTP_URL.',
    );
  return problems;
}

/** True if nothing real is charged or sent. A function has only some of the keys, so a missing key proves nothing. */
export function isTestMode(environment: EnvironmentVariables): boolean {
  const mode = modeIn(environment);
  return (
    mode.isTest || partnersIn(mode).some(({ isSimulated, isDouble, key }) => isSimulated || isDouble || key === 'test')
  );
}

/** A line for each problem and what to do. It quotes no value but a partner's name, and names no malformed variable. */
export function modeProblems(environment: EnvironmentVariables, malformed: readonly string[] = []): string[] {
  const mode = modeIn(environment, malformed);
  const provider = paymentProviderOf(mode.environment);
  const inUse = partnersIn(mode, malformed);
  const problems: string[] = [];
  const used: readonly Descriptor[] = [provider, ...inUse.map(({ partner }) => partner)];
  for (const { name, variables } of used)
    for (const [variable, { example }] of Object.entries(variables))
      if (example !== undefined && !mode.environment[variable])
        problems.push(`${variable} is missing: ${name} cannot be used without it (${example}).`);
  for (const unused of Object.values<PaymentProviderDescriptor>(paymentProviders))
    if (mode.isMock && kindOfKey(unused, mode.environment) === 'live')
      problems.push(
        `${unused.keys?.variable} is a live key, but PAYMENT_MODE is mock: remove the key, or set PAYMENT_MODE to real.`,
      );
  problems.push(...inUse.flatMap(partnerProblems), ...serviceProblems(mode));
  return problems.filter((problem) => !malformed.some((name) => new RegExp(`\\b${name}\\b`).test(problem)));
}
