/** The return receipt of a letter: who has signed for it is the carrier's word, and the file with the signature follows. */
import type { StoredDocument } from '../quoted-content.ts';

/** As a partner tells it. `none_obtained`: the carrier has ended its tries, and nobody has signed. */
export interface ToldReceipt {
  readonly status: 'signed' | 'none_obtained';
  /** Unix ms, where the partner tells it. */
  readonly signedAt?: number | undefined;
  /** The PDF with the signature, once this service has it. */
  readonly file?: SignatureFile | undefined;
}

/** `at`: when it was stored, Unix ms. */
export interface SignatureFile extends StoredDocument {
  readonly at: number;
}

export interface ReturnReceipt extends ToldReceipt {
  /** When this service first heard of its status, Unix ms. */
  readonly heardAt: number;
}

/** News may come in any order: a signature is never taken back, and the first file stays. */
export function withReceipt(
  known: ReturnReceipt | undefined,
  told: ToldReceipt | undefined,
  now: number,
): ReturnReceipt | undefined {
  if (told === undefined) return known;
  if (known === undefined) return { ...told, heardAt: now };
  if (known.status === 'signed' && told.status !== 'signed') return known;
  const times = [known.signedAt, told.signedAt].filter((at) => at !== undefined);
  return {
    status: told.status,
    signedAt: times.length === 0 ? undefined : Math.min(...times),
    file: known.file ?? told.file,
    heardAt: known.status === told.status ? known.heardAt : now,
  };
}

/** Whether it tells more than is known. */
export const tellsReceipt = (known: ReturnReceipt | undefined, told: ToldReceipt | undefined): boolean => {
  if (told === undefined || known?.status === 'signed')
    return told?.signedAt !== undefined && known?.signedAt === undefined;
  return known?.status !== told.status;
};

/** The partner has a signature, and this service does not have its file yet. */
export const lacksFile = (receipt: ReturnReceipt | undefined): receipt is ReturnReceipt =>
  receipt?.status === 'signed' && receipt.file === undefined;
