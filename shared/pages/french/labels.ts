/** French of labels and facts that products write: statements, taxes, classes of mail. */
export const labels = {
  To: 'Destinataire',
  From: 'Expéditeur',
  'United States': 'États-Unis',
  'Pay to': 'Payer à',
  Pages: 'Pages',
  Signed: 'Signature',
  'Signed (typed)': 'Signature (saisie au clavier)',
  'With a picture': 'Par une image',
  Letterhead: 'En-tête',
  'A picture at the top of page 1': 'Une image en haut de la page 1',
  Mail: 'Courrier',
  Sending: 'Envoi',
  Memo: 'Objet',
  'Amount of the check': 'Montant du chèque',
  'Drawn on': 'Tiré sur',
  'Check number': 'Numéro du chèque',
  '{count}, single-sided, colour': '{count}, recto seulement, en couleur',
  '{count}, single-sided, black and white': '{count}, recto seulement, en noir et blanc',
  '{count}, black on white': '{count}, noir sur blanc',
  '{count} (letter {own}, attachments {attached}), single-sided, colour':
    '{count} (lettre : {own}, pièces jointes : {attached}), recto seulement, en couleur',
  '{count} (letter {own}, attachments {attached}), single-sided, black and white':
    '{count} (lettre : {own}, pièces jointes : {attached}), recto seulement, en noir et blanc',
  '{count} (fax {own}, attachments {attached}), black on white':
    '{count} (télécopie : {own}, pièces jointes : {attached}), noir sur blanc',
  'By fax. A sent fax cannot be unsent.': 'Par télécopie. Une télécopie envoyée ne peut pas être reprise.',
  'Standard mail, without tracking. A mailed check cannot be changed.':
    'Courrier ordinaire, sans suivi. Un chèque posté ne peut plus être modifié.',
  'Standard mail, without tracking': 'Courrier ordinaire, sans suivi',
  'Certified mail with proof of mailing and delivery tracking':
    'Courrier certifié, avec preuve d’expédition et suivi de la livraison',
  'Registered mail with tracking and signature on delivery':
    'Courrier recommandé, avec suivi et signature à la livraison',
  Check: 'Chèque',
  'Fax, one page': 'Télécopie, une page',
  'Each further page of a fax': 'Chaque page de plus d’une télécopie',
  'Letter, one page in black and white': 'Lettre, une page en noir et blanc',
  'Each further page in black and white': 'Chaque page de plus en noir et blanc',
  'Letter, one page in colour': 'Lettre, une page en couleur',
  'Each further page in colour': 'Chaque page de plus en couleur',
  'Certified or registered letter, one page': 'Lettre certifiée ou recommandée, une page',
  'GST 5%': 'TPS 5 %',
  'HST 13%': 'TVH 13 %',
  'HST 14%': 'TVH 14 %',
  'HST 15%': 'TVH 15 %',
  'GST+QST 14.975%': 'TPS et TVQ 14,975 %',
} as const;
