/** The look of a letter in Markdown, over that of HTML: its author has no CSS to make room or to set things apart. */
import type { Paper } from '../../core/paper.ts';
import { zonePx } from '../chromium/sheet.ts';

/** The author's own CSS, in markup within the Markdown, wins over these but for the room that addresses need. */
export const markdownStyle = (paper: Paper): string => `<style>@layer {
  :host { padding-top: ${zonePx(paper)}px !important }
  h1 { font-size: 16pt }
  h2 { font-size: 14pt }
  h3 { font-size: 12pt }
  a { text-decoration: none }
  blockquote { margin-inline: 0; padding-inline: 12pt; border-inline-start: 1.5pt solid #999 }
  blockquote > :last-child, li > :last-child { margin-bottom: 0 }
  pre { border: 0.75pt solid #999; padding: 6pt 9pt }
  th { border-bottom: 0.75pt solid }
}</style>`;
