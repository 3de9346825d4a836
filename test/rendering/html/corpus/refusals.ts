/** Ordinary documents that cannot be printed as they are: each must be told why, and never be cut or shrunk in silence. */
import { png } from './pictures.ts';
import { paragraphs, prose, repeat } from './words.ts';

export const refusedDocuments: Record<string, string> = {
  Arabic: '<p dir="rtl">السلام عليكم</p>',
  Chinese: '<p>您好</p>',
  'an emoji in a subject': '<h1>Happy birthday 🎂</h1>',
  'a banner of a thousand pixels': `<div style="width: 1000px; background: #eee">${paragraphs(2)}</div>`,
  'a spreadsheet of forty columns': `<table border="1"><tr>${repeat(40, (index) => `<td>Column ${index}</td>`)}</tr></table>`,
  'an address that may not wrap': `<p style="white-space: nowrap">${prose(4)}</p>`,
  'bullets outside the paper': '<style>* { margin: 0; padding: 0 }</style><ul><li>first<li>second</ul>',
  'a list that scrolls': `<div style="height: 2in; overflow-y: scroll">${paragraphs(9)}</div>`,
  'a heading above the paper': '<h1 style="margin-top: -60px">Title</h1>',
  'a ribbon made by CSS':
    '<style>p::before { content: "NEW"; position: absolute; left: -40px }</style><p style="position: relative">x</p>',
  'an image from the web': '<img src="https://example.com/logo.png">',
  'an image with a width by its author': `<img src="${png(50, 50)}" style="width: 900px">`,
  'a video': '<video src="data:video/mp4;base64,AAAA"></video>',
  'nothing but space': '<p>&nbsp;</p><div style="height: 3in"></div>',
  'hidden text only': '<p style="visibility: hidden">secret</p>',
  'more than sixty pages': paragraphs(600),
};
