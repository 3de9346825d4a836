/** A script as the server sees it: source text. Its code is compiled by `tsconfig.json` beside it, with a browser's types. */
import type { Html } from '../html.ts';

export declare const script: Html;
