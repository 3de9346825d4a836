/** Thrown when the machine has no time for a document. Nothing is wrong with the document: it may be sent again. */
export class MachineBusy extends Error {
  override readonly name = 'MachineBusy';
}
