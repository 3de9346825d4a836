/** The operator, who is responsible for the service. Pages, receipts and payments show it. */
export interface Operator {
  readonly name?: string | undefined;
  /** A URL, or an email address after `mailto:`. */
  readonly support?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly refundPolicyUrl?: string | undefined;
  /** One line. */
  readonly postalAddress?: string | undefined;
  /** The GST/HST number, which Canadian receipts must show. */
  readonly taxRegistration?: string | undefined;
  readonly logoUrl?: string | undefined;
}
