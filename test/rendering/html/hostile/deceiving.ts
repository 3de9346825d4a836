/** Documents that try to change the sheet, to leave their place on it, or to confuse who reads them. */

const text = '<p>text</p>'.repeat(60);
const style = (css: string) => `<style>${css}</style>${text}`;

/** Each must print on as many pages as plain text does, with the same left margin, or be refused by name. */
export const sheetDocuments: Record<string, string> = {
  '@page': style('@page { size: A3 landscape; margin: 3in }'),
  '@page by escapes': style('@\\70 age { margin: 3in } @p\\61ge { size: 1in } @\\000070age { margin: 4in }'),
  '@page in a template and in a drawing': `<template shadowrootmode="open"><style>@page { margin: 0 }</style></template><svg width="0" height="0" style="position: absolute"><style>@page { size: A3 }</style></svg>${text}`,
  'html and body': `<html style="zoom: 0.2"><body style="width: 3000px; margin: 500px; transform: scale(3)">${text}</body></html>`,
  ':root and :host': style(
    ':root, :host, :host-context(body), ::part(x), html:root { width: 3000px; font-size: 60px; zoom: 0.1; margin-left: -90px } :host { all: initial !important }',
  ),
  'the names of the elements around it': style(
    '#author, #column, body > div, html * { width: 9999px !important; zoom: 0.5 !important; overflow: visible !important }',
  ),
};

export const leavingDocuments: Record<string, string> = {
  'a wide child of a narrow parent':
    '<div style="width: 10px; overflow: hidden"><div style="width: 5000px">x</div></div>',
  'negative margins on both sides': '<p style="margin: 0 -300px">x</p>',
  zoom: '<div style="zoom: 5"><p style="white-space: nowrap">as large as a house, as large as a house</p></div>',
  'a fixed box on each page': `<b style="position: fixed; bottom: 0; left: 0">fixed</b>${text.repeat(3)}`,
  'columns that overflow':
    '<div style="columns: 3; height: 20px">one<br>two<br>three<br>four<br>five<br>six<br>seven<br>eight<br>nine</div>',
  'the writing direction of the page': style('html, body, :host { writing-mode: vertical-rl; direction: rtl }'),
  'a dialog and a popover in the top layer':
    '<dialog open style="width: 3000px; max-width: none">x</dialog><div popover style="display: block; left: -200px">y</div>',
};

export const confusingDocuments: Record<string, string> = {
  'bytes that are no text': '<p>\u0000\u0001\u0008\u000b\u001f\u007f\u0080\u009f\ufffe\uffff</p>',
  'a plaintext element': '<p>x</p><plaintext><p>y</p></plaintext><p>z',
  'names that shadow the browser':
    '<form id="author" name="body"><input name="shadowRoot"><input name="querySelectorAll"><input name="attributes"><img name="getElementById" alt="x"></form><p id="column">x</p>',
  'elements of other worlds':
    '<math><mi>x</mi></math><o:p>word</o:p><x-y>custom</x-y><isindex><keygen><marquee>moving</marquee><blink>x</blink>',
};
