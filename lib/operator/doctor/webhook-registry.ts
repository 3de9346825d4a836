/** How a partner lists webhook endpoints. */
import type { Fields } from '../../../shared/partners/http/body.ts';
import type { Name } from './partner-connections.ts';

export interface RegisteredEndpoint {
  readonly url: string;
  /** Missing settings, in words; empty if nothing is missing. */
  readonly lacks: readonly string[];
  /** Anything else worth showing. */
  readonly note?: string;
  /** True if its secret is not the configured one, as far as the partner tells. */
  readonly isForeign?: boolean;
}

export interface Registry {
  readonly partner: Name;
  /** The variable that holds the signing secret of its events. */
  readonly variable: string;
  readonly list: string;
  /** The settings of a new endpoint, in words. */
  readonly wants: string;
  read(fields: Fields, configured: readonly string[]): RegisteredEndpoint;
}

export const lacking = (wanted: readonly string[], enabled: unknown) => {
  const types = Array.isArray(enabled) ? enabled.map(String) : [];
  return types.includes('*') ? [] : wanted.filter((type) => !types.includes(type)).map((type) => `the event ${type}`);
};
