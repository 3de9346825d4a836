/** A keyed hash, which nobody can search without the key. The purpose keeps different uses apart. */
export type Fingerprint = (
  purpose:
    | 'bank account'
    | 'idempotency key'
    | 'address'
    | 'network'
    | 'e-mail address'
    | 'stop link'
    | 'trait'
    | 'partner order'
    | 'log',
  value: string,
) => string;
