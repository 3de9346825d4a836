/** The rules for configurations: real money needs real partners, and test money needs partners that send nothing. */
import {
  chosenFor,
  firstFor,
  kindOfKey,
  partnerNamed,
  paymentProviderOf,
  paymentProviders,
} from '../partners/catalogue.ts';
import {
  type Choice,
  choices,
  type Descriptor,
  type EnvironmentVariables,
  type PartnerDescriptor,
  type PaymentProviderDescriptor,
} from '../partners/descriptor.ts';

interface ServiceMode {
  readonly environment: EnvironmentVariables;
  /** `unknown`: payments are real, and their key is missing. `untold`: PAYMENT_MODE is malformed. */
  readonly money: 'none' | 'test' | 'live' | 'unknown' | 'untold';
}

/** A partner that the service uses, and the variable that chose it. */
interface PluggedPart extends ServiceMode {
  readonly choice: Choice;
  readonly partner: PartnerDescriptor;
}

const isTest = ({ money }: ServiceMode): boolean => money === 'none' || money === 'test';
const isReal = ({ money }: ServiceMode): boolean => money === 'live';
const isCharged = ({ money }: ServiceMode): boolean => money === 'test' || money === 'live' || money === 'unknown';
const keyOf = ({ partner, environment }: PluggedPart) => kindOfKey(partner, environment);

/** A partner's address on the local machine is a double, which sends nothing. */
function isDouble({ partner: { api }, environment }: PluggedPart): boolean {
  const host = URL.parse((api && environment[api.variable]) ?? '')?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

const isSimulated = ({ partner }: PluggedPart): boolean => partner.name === 'simulated';

/** Test money must buy nothing real, and real money must buy something real. */
function partProblems(part: PluggedPart): string[] {
  const { choice, partner } = part;
  const { goods, sent, sends } = choices[choice].words;
  const key = keyOf(part);
  // The first product of a choice that its partner does not make.
  const gap = choices[part.choice].products.find((product) => !part.partner.makes.includes(product));
  const problems: string[] = [];
  if (gap !== undefined)
    problems.push(
      `${choice} is ${partner.name}, which makes no ${gap}: it would be paid for in vain. Write the adapter and add the product to what the partner makes.`,
    );
  if (isTest(part) && key === 'live')
    problems.push(
      `${partner.keys?.variable} is a live key, and payments are tests: ${goods} would be ${sent} that nobody has paid for. Use a test key.`,
    );
  if (isTest(part) && !isSimulated(part) && partner.keys === undefined && !isDouble(part))
    problems.push(
      `${choice} is ${partner.name}, which sends real ${goods}, and payments are tests: set ${choice} to simulated.`,
    );
  const forNothing = `and payments are real: people would pay for ${goods} that nobody ${sends}.`;
  if (isReal(part) && isSimulated(part))
    problems.push(
      `${choice} is simulated, ${forNothing} Set it to ${[firstFor(choice), ...(choices[choice].mayBeNone ? ['none'] : [])].join(' or ')}.`,
    );
  if (isReal(part) && key === 'test')
    problems.push(`${partner.keys?.variable} is a test key, ${forNothing} Use the live key.`);
  return problems;
}

function serviceProblems(service: ServiceMode): string[] {
  const { environment, money } = service;
  const { PUBLIC_BASE_URL, SERVICE_NAME, SUPPORT_CONTACT, EMAIL_FROM, SMTP_URL, PDF_URL_ALLOW_HOSTS } = environment;
  const problems: string[] = [];
  if (isCharged(service) && !PUBLIC_BASE_URL)
    problems.push(
      'PUBLIC_BASE_URL is missing: payments are real, and links may not start with what a request claims. Set it to the address that payers come back to, https://mail.example.com/v1.',
    );
  if (isReal(service) && /^http:/i.test(PUBLIC_BASE_URL ?? ''))
    problems.push('PUBLIC_BASE_URL must be the https address that payers come back to, https://mail.example.com/v1.');
  if (isReal(service) && !SERVICE_NAME)
    problems.push(
      'SERVICE_NAME is missing: payments are real, and payers would not read whom they pay. Set it to the name of the business.',
    );
  if (isReal(service) && !SUPPORT_CONTACT)
    problems.push(
      'SUPPORT_CONTACT is missing: payments are real, and payers would have nobody to ask. Set it to an email address that people read, or to a page.',
    );
  if (isCharged(service) && PDF_URL_ALLOW_HOSTS)
    problems.push('PDF_URL_ALLOW_HOSTS works in mock mode only: take it out, because it opens private addresses.');
  if (money === 'none' && SMTP_URL)
    problems.push(
      'SMTP_URL sends real e-mails, and PAYMENT_MODE is mock: anybody could have them sent for nothing. Take it out, or set PAYMENT_MODE to real.',
    );
  // On AWS they go out by SES.
  if (isCharged(service) && EMAIL_FROM && !SMTP_URL && !environment.AWS_LAMBDA_FUNCTION_NAME)
    problems.push('EMAIL_FROM is set, and nothing sends the e-mails: set SMTP_URL, or take it out.');
  if (isCharged(service) && !EMAIL_FROM && SMTP_URL)
    problems.push(
      'EMAIL_FROM is missing: e-mails would have no sender. Set it to an address of yours, news@mail.example.com, or take SMTP_URL out.',
    );
  return problems;
}

/** One line for each variable that a partner in use needs and does not have. */
const missing = ({ name, variables }: Descriptor, environment: EnvironmentVariables): string[] =>
  Object.entries(variables).flatMap(([variable, { needed }]) =>
    needed === undefined || environment[variable]
      ? []
      : [`${variable} is missing: ${name} cannot be used without it (${needed}).`],
  );

/** The malformed variables were reported before: nothing is concluded from them. */
function serviceIn(environment: EnvironmentVariables, malformed: readonly string[] = []): ServiceMode {
  const wellFormed = Object.fromEntries(Object.entries(environment).filter(([name]) => !malformed.includes(name)));
  if (malformed.includes('PAYMENT_MODE')) return { environment: wellFormed, money: 'untold' };
  const provider = paymentProviderOf(wellFormed);
  const money = provider.paymentMode === 'mock' ? 'none' : (kindOfKey(provider, wellFormed) ?? 'unknown');
  return { environment: wellFormed, money };
}

const partsOf = (service: ServiceMode, malformed: readonly string[] = []): PluggedPart[] =>
  (Object.keys(choices) as Choice[]).flatMap((choice) => {
    const name = malformed.includes(choice) ? undefined : chosenFor(choice, service.environment);
    return name === undefined ? [] : [{ ...service, choice, partner: partnerNamed(name) }];
  });

/** A function holds only the keys that it needs: one that is missing says nothing. */
export function isTestMode(environment: EnvironmentVariables): boolean {
  const service = serviceIn(environment);
  return (
    isTest(service) || partsOf(service).some((part) => isSimulated(part) || isDouble(part) || keyOf(part) === 'test')
  );
}

/** One line per problem, naming the variable and the cure; no line repeats a value. Nothing is said of `malformed`. */
export function modeProblems(environment: EnvironmentVariables, malformed: readonly string[] = []): string[] {
  const service = serviceIn(environment, malformed);
  const provider = paymentProviderOf(service.environment);
  const parts = partsOf(service, malformed);
  const idleKeys = Object.values<PaymentProviderDescriptor>(paymentProviders).flatMap((one) =>
    service.money === 'none' && kindOfKey(one, service.environment) === 'live' ? [one.keys?.variable] : [],
  );
  return [
    ...[provider, ...parts.map(({ partner }) => partner)].flatMap((one) => missing(one, service.environment)),
    ...idleKeys.map(
      (key) => `${key} is a live key, and PAYMENT_MODE is mock: take the key out, or set PAYMENT_MODE to real.`,
    ),
    ...parts.flatMap(partProblems),
    ...serviceProblems(service),
  ].filter((problem) => !malformed.some((name) => new RegExp(`\\b${name}\\b`).test(problem)));
}
