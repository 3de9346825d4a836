/** The only list of all partners and payment providers. */
import { type PartnerName, type PaymentProviderName, type ProductName, productNames } from '../domain/names.ts';
import {
  type Descriptor,
  type EnvironmentVariables,
  type PartnerDescriptor,
  type PartnerVariable,
  type PaymentProviderDescriptor,
  partnerVariableNames,
  partnerVariables,
} from './descriptor.ts';
import { mock } from './mock/facts.ts';
import { postgrid } from './postgrid/facts.ts';
import { simulated } from './simulated/facts.ts';
import { stripe } from './stripe/facts.ts';
import { telnyx } from './telnyx/facts.ts';

export const partners = { simulated, postgrid, telnyx } as const satisfies Readonly<
  Record<PartnerName, PartnerDescriptor>
>;

export const paymentProviders = { stripe, mock } as const satisfies Readonly<
  Record<PaymentProviderName, PaymentProviderDescriptor>
>;

export const descriptorsByName = { ...paymentProviders, ...partners } as const;

/** The descriptors without their literal types, for loops. */
export const descriptors: readonly Descriptor[] = Object.values(descriptorsByName);

export const partnerNamed = (name: PartnerName): PartnerDescriptor => partners[name];

/** The values that the variable accepts. */
export const acceptedValues = (variable: PartnerVariable): readonly string[] => [
  ...Object.values<PartnerDescriptor>(partners).flatMap(({ name, chosenBy }) =>
    chosenBy.includes(variable) ? [name] : [],
  ),
  ...(partnerVariables[variable].mayBeNone ? ['none'] : []),
];

export const firstRealPartner = (variable: PartnerVariable): PartnerName | undefined =>
  Object.values<PartnerDescriptor>(partners).find(
    ({ name, chosenBy }) => name !== simulated.name && chosenBy.includes(variable),
  )?.name;

/** The operator's choice, or the default: the simulated partner in mock mode, the first real partner in real mode. */
export function chosenPartner(variable: PartnerVariable, environment: EnvironmentVariables): PartnerName | undefined {
  const chosen = environment[variable];
  if (chosen === 'none') return undefined;
  if (chosen) return chosen as PartnerName;
  return environment.PAYMENT_MODE === 'real' ? firstRealPartner(variable) : simulated.name;
}

/** A check is as good as money, so a service with real payments sells checks only if `PRODUCTS` lists them. */
function isForSale(product: ProductName, { PRODUCTS, PAYMENT_MODE }: EnvironmentVariables): boolean {
  if (PRODUCTS) return PRODUCTS.split(',').includes(product);
  return product !== 'check' || PAYMENT_MODE !== 'real';
}

export const productsForSale = (environment: EnvironmentVariables): ProductName[] =>
  productsWithPartner(environment).filter((product) => isForSale(product, environment));

/** The partner of each product. Includes products that are no longer for sale, because orders of them may still be open. */
export const partnersByProduct = (
  environment: EnvironmentVariables,
): Readonly<Partial<Record<ProductName, PartnerName>>> =>
  Object.fromEntries(
    partnerVariableNames.flatMap((name) => {
      const partner = chosenPartner(name, environment);
      return partner === undefined ? [] : partnerVariables[name].products.map((product) => [product, partner] as const);
    }),
  );

export function productsWithPartner(environment: EnvironmentVariables): ProductName[] {
  const chosen = partnersByProduct(environment);
  return productNames.filter((product) => chosen[product] !== undefined);
}

/** One limit of each product's partner. Products whose partner has no such limit are left out. */
export const partnerLimits = (
  name: 'maxUploadBytes' | 'flatFromSheets',
  environment: EnvironmentVariables,
): Readonly<Partial<Record<ProductName, number>>> =>
  Object.fromEntries(
    Object.entries(partnersByProduct(environment)).flatMap(([product, partner]) => {
      const limit = partnerNamed(partner)[name];
      return limit === undefined ? [] : [[product, limit]];
    }),
  );

export const notForSaleNotices = (environment: EnvironmentVariables): string[] => [
  ...partnerVariableNames
    .filter((variable) => chosenPartner(variable, environment) === undefined)
    .map((variable) => `No ${partnerVariables[variable].words.plural} are sold here: ${variable} is none.`),
  ...productsWithPartner(environment)
    .filter((product) => !isForSale(product, environment))
    .map((product) => `Not for sale here: ${product}. PRODUCTS does not list it.`),
];

/** Whether new jobs may use the partner or payment provider. */
export const isUsed = (name: Descriptor['name'], environment: EnvironmentVariables): boolean =>
  name === paymentProviderOf(environment).name ||
  partnerVariableNames.some((variable) => chosenPartner(variable, environment) === name);

/** The kind of key in the environment; `undefined` if there is none, or if the partner has only one kind. */
export function kindOfKey({ keys }: Descriptor, environment: EnvironmentVariables): 'live' | 'test' | undefined {
  const key = keys && environment[keys.variable];
  if (!key) return undefined;
  return keys.live.test(key) ? 'live' : 'test';
}

export const paymentProviderOf = ({ PAYMENT_MODE }: EnvironmentVariables): PaymentProviderDescriptor =>
  PAYMENT_MODE === stripe.paymentMode ? stripe : mock;
