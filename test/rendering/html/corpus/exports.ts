/** Shapes from the world: what mail programs, word processors, web editors and converters write. */
import { logo, photograph } from './pictures.ts';
import { belowAddresses, paragraphs, prose, repeat, sentence } from './words.ts';

const wordStyle = `<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
 p.MsoNormal, li.MsoNormal {margin:0in; margin-bottom:.0001pt; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
 p.MsoListParagraph {margin-left:.5in; text-indent:-.25in;}
 @page WordSection1 {size:595.3pt 841.9pt; margin:70.85pt 70.85pt 2.0cm 70.85pt;} div.WordSection1 {page:WordSection1;} --></style>`;

const word = (body: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><meta name=Generator content="Microsoft Word 15">${wordStyle}<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-US link="#0563C1" style='tab-interval:.5in'><div class=WordSection1>${body}</div></body></html>`;

const mailRow = (index: number) =>
  `<tr><td align="center" bgcolor="#f4f4f4" style="padding:10px 20px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333">${prose(3, index)}</td></tr>`;

export const exportedDocuments: Record<string, string> = {
  'a word processor’s letter': word(
    `${belowAddresses}${repeat(16, (index) => `<p class=MsoNormal><span style='font-size:11.0pt;mso-bidi-font-size:10.0pt'>${prose(4, index)}<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`)}<br clear=all style='mso-special-character:line-break;page-break-before:always'><p class=MsoNormal>Annex</p>`,
  ),
  'a word processor’s list': word(
    repeat(
      30,
      (index) =>
        `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${index + 1}.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${prose(2, index)}</p>`,
    ),
  ),
  'a newsletter of 600 pixels': `<body style="margin:0;padding:0"><div style="display:none;max-height:0;overflow:hidden">Preview text</div><center><table role="presentation" width="600" border="0" cellpadding="0" cellspacing="0" align="center"><tr><td><img src="${logo}" width="600" height="80" alt="" style="display:block;border:0"></td></tr>${repeat(25, mailRow)}<tr><td><a href="https://example.com/unsubscribe" style="color:#888888;font-size:11px">Unsubscribe</a></td></tr></table></center></body>`,
  'a reply with quoted mails': `<div dir="ltr"><div>${prose(4)}</div><br><div class="gmail_quote">${repeat(5, (depth) => `<div class="gmail_attr">On Mon, ${sentence(depth)} wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${paragraphs(3, depth)}`)}${'</blockquote>'.repeat(5)}</div></div>`,
  'Markdown, converted': `<h1 id="readme">Lease</h1>\n${repeat(8, (index) => `<h2 id="s${index}">${sentence(index)}</h2>\n<p>${prose(5, index)} <a href="#s0">back</a></p>\n<ul>\n<li><p>${sentence(index)}</p></li>\n<li><p><code>x</code></p></li>\n</ul>\n<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>${index}</td><td align="right">2</td></tr></tbody></table>\n<pre><code class="language-sh">npm ci\n</code></pre>\n<hr />`)}`,
  'a page of the web with its frame': `<!doctype html><html lang="en"><head><title>News</title><meta name="viewport" content="width=device-width"><style>:root { --ink: #222 } body { font-family: system-ui; max-width: 70ch; margin: 0 auto } nav { display: flex; gap: 1em } @media print { nav, footer { display: none } } @media (max-width: 700px) { article { font-size: 15px } } .lead { color: var(--ink); font-size: 1.2em }</style></head><body><nav><a href="/">Home</a><a href="/a">About</a></nav><main><article><h1>News</h1><p class="lead">${prose(4)}</p>${paragraphs(18)}<figure><img src="${photograph}" width="1200" height="800" alt=""><figcaption>Fig. 1</figcaption></figure></article></main><footer>© 2026</footer></body></html>`,
  'text in a pre': `<pre>${repeat(90, (index) => `${sentence(index)}\n`)}</pre>`,
  'unclosed everything': repeat(60, (index) => `<p><b><i>${sentence(index)}<li>item<td>cell`),
};
