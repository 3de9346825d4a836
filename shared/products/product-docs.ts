/** How a product is shown to readers: words and one sample of each request. Beside the product, so that only doors that show them load them. */
import type { ProductName } from '../core/product.ts';

type Json = Readonly<Record<string, unknown>>;

/** One request and what it is answered. */
interface Sample {
  readonly request: Json;
  readonly answer: Json;
}

/** A way to begin a conversation with an assistant. */
interface Prompt {
  readonly description: string;
  /** What the user is asked for, by name. */
  readonly asks: Readonly<Record<string, string>>;
  /** What the user says, before the steps that every product has in common. */
  text(given: Readonly<Record<string, string>>): string;
}

export interface ProductDocs {
  readonly name: ProductName;
  /** Also the name of the group of its operations. */
  readonly plural: string;
  readonly summary: string;
  /** How it leaves the house, as the product itself says. */
  readonly leftAs: 'mailed' | 'sent';
  /** Markdown, without tax. */
  readonly prices: string;
  readonly quote: Sample;
  readonly job: Sample;
  readonly prompt?: Prompt;
}
