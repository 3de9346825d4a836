/** What differs from partner to partner in the endpoints that their events go to. Nothing is called here. */
import type { Fields } from '../../../shared/adapters/http/body.ts';
import type { Call } from '../../../shared/adapters/http/partner-client.ts';
import type { Name } from './partner-lines.ts';

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  /** What it lacks, in words; empty where it is as it must be. */
  readonly lacks: readonly string[];
  /** What else is to be known of it. */
  readonly note?: string;
  /** Where its secret is not the configured one, as far as the partner tells. */
  readonly isForeign?: boolean;
}

export interface Registry {
  readonly partner: Name;
  /** Holds the secret that its events are signed with. */
  readonly variable: string;
  readonly list: string;
  read(fields: Fields, configured: readonly string[]): Endpoint;
  /** `secret`: which is to be used, where the partner lets us say so. */
  register(url: string, secret: string): Promise<Call> | Call;
  mend(endpoint: Endpoint, fields: Fields): Call;
  /** What the endpoint's secret is after all. */
  secretIn(body: Fields, asked: string): string | undefined;
}

export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const lacking = (wanted: readonly string[], enabled: readonly string[]) =>
  enabled.includes('*') ? [] : wanted.filter((type) => !enabled.includes(type)).map((type) => `the event ${type}`);
