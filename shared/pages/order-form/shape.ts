/** The definition of a product's order form: its texts, its fields, and how the input becomes an order. */
import type { Country } from '../../domain/money.ts';
import type { PlainSentence } from '../reader.ts';

/** A form's values by field name. Every field is present, empty if nothing was typed. */
export type Inputs = Readonly<Record<string, string>>;

export interface OrderField {
  /** The path in the API, such as `to.city`. */
  readonly name: string;
  readonly label: PlainSentence;
  readonly hint?: PlainSentence;
  /** `paste`: a whole address, from which we fill in the fields of its side. It isn't part of the order itself. */
  readonly kind: 'line' | 'text' | 'country' | 'checkbox' | 'day' | 'paste';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** The HTML attribute of this name. With `off`, our script doesn't remember the value either. */
  readonly autocomplete?: string | undefined;
  /** The on-screen keyboard of a phone: the HTML attribute `inputmode`. */
  readonly keyboard?: 'tel' | 'decimal' | 'email';
  /** Visible only if it has a value or a problem. */
  readonly isHiddenUnlessUsed?: boolean;
  /** Folded away: an address field until it has a problem, any other field until it has a value. */
  readonly isFolded?: boolean;
  /** Adds a page that we generate before the document. */
  readonly addsFrontPage?: boolean;
  /** A button below it opens the page for registering a bank account. */
  readonly isAccountCode?: boolean;
  /** The problem with the value; undefined if the form finds none. The service checks the value again. */
  readonly problem?: (value: string, typed: Inputs) => PlainSentence | undefined;
  /** Replaces the service's message about a refused value. */
  readonly refusalMessage?: PlainSentence;
  /** Whether a page may repeat the value. Without this function, it may repeat any value. */
  readonly mayRepeat?: (value: string) => boolean;
}

export interface FieldGroup {
  readonly legend: PlainSentence;
  /** The side, if the group is an address. */
  readonly side?: 'to' | 'from';
  readonly fields: readonly OrderField[];
  /** Whether this group has the content: a text, or a file instead. */
  readonly isContent?: boolean;
  /** The label above the folded fields. `option`: the option that they make up together; its price is next to the label. */
  readonly fold?: { readonly label: PlainSentence; readonly hint?: PlainSentence; readonly option?: string };
}

export interface OrderForm {
  readonly title: PlainSentence;
  readonly description: PlainSentence;
  readonly groups: readonly FieldGroup[];
  /** The recipient's country and province, which decide currency and tax. */
  placeOf(typed: Inputs): { readonly country: Country | undefined; readonly province_or_state: string | undefined };
  /** The other fields of the quote request, such as `color`. Missing if the product has none. */
  optionsOf?(typed: Inputs): object;
  /** The member of the job request that is named after the product, without the content. */
  orderOf(typed: Inputs): object;
}

/** The option that puts the addresses on a page of their own, before the document. */
export const addressPage = 'address_page';

/** All fields of a form. With a file, there are none for a text. */
export const fieldsOf = ({ groups }: OrderForm, hasFile = false): readonly OrderField[] =>
  groups.flatMap(({ fields }) => fields).filter(({ name }) => !hasFile || (name !== 'text' && name !== 'markdown'));
