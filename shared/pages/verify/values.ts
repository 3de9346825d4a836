/** Reads the signed members of a receipt as text. The verification page does so on the server and in the browser. */

/** A person, a company and an address as one line. */
export function partyLine(party: unknown): string {
  if (typeof party !== 'object' || party === null) return '';
  const { firstName, lastName, ...rest } = party as Readonly<Record<string, unknown>>;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return [name, ...Object.values(rest)].filter(Boolean).join(', ');
}

/** `path`: the names of members, with a dot between them. */
export function valueAt(receipt: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  return rest.reduce<unknown>((at, next) => (at as Record<string, unknown> | undefined)?.[next], receipt[name]);
}
