/** Finds variables of the environment that are nearly settings: `PAYMENT_MOD=real` would start in mock mode without a word. */
import { operatorVariables } from '../shared/config/config.ts';
import { closestName } from '../shared/domain/fields/closest-name.ts';

/** Settings and secrets that `shared/config/config.ts` does not read. */
const others = ['PORT', 'HOST', 'DATA_DIR', 'ALARM_EMAIL', 'OPERATE_FUNCTION', 'RECEIPT_SIGNING_SEED'];

const known = [...operatorVariables(), ...others];

/** A short name is near to too many others. */
const long = known.filter((name) => name.length > 5);

/** One line each, without its value. It is told beside the right name, too: one of the two is a mistake. */
export const misspelt = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = known.includes(name) || !environment[name] ? undefined : closestName(name, long);
    return meant === undefined ? [] : [`${name} is no setting: did you mean ${meant}?`];
  });
