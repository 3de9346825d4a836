/** Tables and lists: across pages, with repeated heads, nested, spanning. */
import { paragraphs, prose, repeat, sentence } from './words.ts';

const rows = (count: number, cells = 4) =>
  repeat(
    count,
    (row) =>
      `<tr><td>${row + 1}</td>${repeat(cells - 1, (cell) => `<td>${sentence(row + cell).slice(0, 24)}</td>`)}</tr>`,
  );

const head = '<thead><tr><th>No.</th><th>Party</th><th>Subject</th><th>Amount</th></tr></thead>';

const nested = (depth: number, tag: string): string =>
  `<${tag}>${repeat(3, (item) => `<li>${sentence(item + depth)}${depth > 1 && item === 1 ? nested(depth - 1, tag) : ''}</li>`)}</${tag}>`;

const invoiceLine = (index: number) =>
  `<tr><td>${sentence(index)}</td><td align="right">${index + 1}</td><td align="right">$${(index * 13.37).toFixed(2)}</td></tr>`;

export const tableDocuments: Record<string, string> = {
  'a small table': `<table><tr><th>Item<th>Price<tr><td>Stamp<td>$1.60<tr><td>Envelope<td>$0.20</table>`,
  'a table across pages with its head on each': `<table>${head}<tbody>${rows(140)}</tbody></table>`,
  'a table with a foot': `<table>${head}<tbody>${rows(70)}</tbody><tfoot><tr><td colspan="3">Total<td>$90.00</tfoot></table>`,
  'rows that are higher than a page': `<table border="1"><tr><td>${paragraphs(30)}</td><td>${prose(10)}</td></tr></table>`,
  'cells across rows and columns': `<table border="1">${repeat(30, (index) => `<tr><td rowspan="2">${index}</td><td colspan="2">${sentence(index)}</td></tr><tr><td>a</td><td>${prose(2, index)}</td></tr>`)}</table>`,
  'an invoice': `<h1>Invoice 2041</h1><table style="width: 100%"><thead><tr><th>Service<th>Qty<th>Amount</thead>${repeat(45, invoiceLine)}</table><p><b>Due in 30 days.</b></p>`,
  'a table that is wider than its column asks for': `<table width="900">${head}${rows(20)}</table>`,
  'a list across pages': `<ol>${repeat(120, (index) => `<li>${prose(1 + (index % 2), index)}</li>`)}</ol>`,
  'nested lists': nested(6, 'ul') + nested(6, 'ol'),
  'counters by CSS': `<style>section { counter-increment: part } h2::before { content: counter(part) '. ' }</style>${repeat(12, (index) => `<section><h2>${sentence(index)}</h2>${paragraphs(2, index)}</section>`)}`,
  'boxes side by side': repeat(
    20,
    (index) =>
      `<div style="display: flex; gap: 12pt"><div style="flex: 1">${prose(2, index)}</div><div style="flex: 2">${prose(3, index)}</div></div>`,
  ),
  'a form that was filled in': `<form><p>Name <input value="Ada Álvarez"> <input type="checkbox" checked> agreed</p><textarea rows="3" cols="40">Thank you.</textarea><p><select><option>Ontario</select></form>`,
};
