/** What a command of an operator is answered with. */

/** `says`: one sentence for people; the rest is what they asked for. */
export type Told = { readonly ok: boolean; readonly says: string } & Readonly<Record<string, unknown>>;

export const done = (says: string): Told => ({ ok: true, says });
export const refused = (says: string): Told => ({ ok: false, says });
