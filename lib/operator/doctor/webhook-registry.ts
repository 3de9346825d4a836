/** The differences between partners' lists of webhook endpoints, as pure functions that call nobody. */
import type { Fields } from '../../../shared/adapters/http/body.ts';
import type { Call } from '../../../shared/adapters/http/partner-client.ts';
import type { Name } from './partner-connections.ts';

export interface RegisteredEndpoint {
  readonly id: string;
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
  read(fields: Fields, configured: readonly string[]): RegisteredEndpoint;
  /** `secret` is used if the partner lets us choose it. */
  register(url: string, secret: string): Promise<Call> | Call;
  mend(endpoint: RegisteredEndpoint, fields: Fields): Call;
  /** The secret that the endpoint got in the end. */
  secretIn(body: Fields, asked: string): string | undefined;
}

export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const lacking = (wanted: readonly string[], enabled: readonly string[]) =>
  enabled.includes('*') ? [] : wanted.filter((type) => !enabled.includes(type)).map((type) => `the event ${type}`);
