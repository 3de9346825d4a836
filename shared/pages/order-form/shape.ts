/** The form on which a person orders a product without code: its words, its fields, and how the input becomes an order. */
import type { Country } from '../../domain/money.ts';
import type { PlainSentence } from '../reader.ts';

/** The values of a form by the names of its fields. Every field is there, empty if nothing was typed. */
export type Typed = Readonly<Record<string, string>>;

export interface OrderField {
  /** The path of the API, `to.city`. */
  readonly name: string;
  readonly label: PlainSentence;
  readonly hint?: PlainSentence;
  /** `paste`: a whole address, which fills in the fields of its side and is no part of the order. */
  readonly kind: 'line' | 'text' | 'country' | 'tick' | 'day' | 'paste';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** The browser's name for the person's own address. `off` also keeps a browser from showing the value again. */
  readonly autocomplete?: string | undefined;
  readonly keyboard?: 'tel' | 'decimal' | 'email';
  /** Visible only if it is needed. */
  readonly isHiddenUnlessUsed?: boolean;
  /** Folded away: the field of an address until it has a problem, another one until it is used. */
  readonly isFolded?: boolean;
  /** It puts a page of ours in front of the document. */
  readonly addsFrontPage?: boolean;
  /** The button above it leads to the page that registers a bank account, and back: nothing typed here is lost. */
  readonly registerLabel?: PlainSentence;
  /** The fault of the value, as far as the form alone can tell. */
  readonly problem?: (value: string, typed: Typed) => PlainSentence | undefined;
  /** The sentence for a value that the service refuses; without it, the service's own. */
  readonly refusalMessage?: PlainSentence;
  /** False for a value that no page may repeat. */
  readonly mayRepeat?: (value: string) => boolean;
}

export interface FieldGroup {
  readonly legend: PlainSentence;
  /** The side of an address, which is read from one text. */
  readonly side?: 'to' | 'from';
  readonly fields: readonly OrderField[];
  /** It takes the content: a text, or a file in its place. */
  readonly isContent?: boolean;
  /** The words above its folded fields. `option`: the option that they order together, whose price is beside the words. */
  readonly fold?: { readonly label: PlainSentence; readonly option?: string };
}

/** A field named `text` makes the form take content: a text, or a file in its place. */
export interface OrderForm {
  readonly title: PlainSentence;
  readonly description: PlainSentence;
  readonly groups: readonly FieldGroup[];
  /** The recipient's country and province, which decide currency and tax. */
  placeOf(typed: Typed): { readonly country: Country | undefined; readonly province_or_state: string | undefined };
  optionsOf?(typed: Typed): object;
  /** The order as a job request has it under the product's name, besides its content. */
  orderOf(typed: Typed): object;
}

export const addressPage = 'address_page';

/** With a file there is no text to type. */
export const fieldsOf = ({ groups }: OrderForm, hasFile = false): readonly OrderField[] =>
  groups.flatMap(({ fields }) => fields).filter(({ name }) => !hasFile || (name !== 'text' && name !== 'markdown'));
