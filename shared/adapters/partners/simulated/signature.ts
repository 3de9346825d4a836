/** The signature of a recipient who does not exist: a small PDF, written by hand. `signedAt`: Unix ms. */
export function signaturePdf(signedAt: number): Uint8Array {
  const line = (y: number, size: number, text: string) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET`;
  const drawn = [
    line(700, 18, 'Electronic return receipt (test)'),
    line(660, 12, `Signed ${new Date(signedAt).toISOString()}. Nobody has signed: nothing was mailed.`),
    '2 w 90 560 m 130 640 150 500 180 590 c 200 650 230 540 300 600 c S',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${`${offset}`.padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return new TextEncoder().encode(pdf);
}
