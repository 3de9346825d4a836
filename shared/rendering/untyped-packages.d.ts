/** Types for packages that have none, limited to what this folder uses. */

declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string);
    /** The next position where a line may or must end, in UTF-16 units from the start of the text. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }

  // biome-ignore lint/style/noDefaultExport: the package has one.
  export { LineBreaker as default };
}

declare module 'fontkit' {
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly characterSet: number[];
    glyphForCodePoint(codePoint: number): { readonly id: number; readonly advanceWidth: number };
  }
  export function create(font: Uint8Array): Font;
}

declare module 'tar-fs' {
  /** Writes a tar archive's files to `folder`. */
  export function extract(folder: string): import('node:stream').Writable;
}

/** The package in one file: a child process loads it in half the time that the usual 157 files take. */
declare module '#pdf-lib' {
  export * from 'pdf-lib';
}
