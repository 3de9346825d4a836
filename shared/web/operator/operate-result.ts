/** The result of an operator's command. */

/** `says` is one sentence for people. The other members are the requested data. */
export type OperatorResult = { readonly ok: boolean; readonly says: string } & Readonly<Record<string, unknown>>;

export const done = (says: string): OperatorResult => ({ ok: true, says });
export const refused = (says: string): OperatorResult => ({ ok: false, says });
