/** A person, a company and an address as one line. */
export function partyLine(party: unknown): string {
  if (typeof party !== 'object' || party === null) return '';
  const { firstName, lastName, ...rest } = party as Readonly<Record<string, unknown>>;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return [name, ...Object.values(rest)].filter(Boolean).join(', ');
}
