/** The way on for whoever has a file that stands at no public address. Every refusal of such a file says it. */
export const ownFile = 'For a file of your own, POST /uploads first: its answer has a pdf_url.';
