/** French of the card in a chat. */
export const card = {
  'It can be cancelled before you pay, and then until our partner begins its work.':
    'Vous pouvez l’annuler avant de payer, puis jusqu’à ce que notre partenaire commence le travail.',
  'It can be cancelled until our partner begins its work.':
    'Vous pouvez l’annuler jusqu’à ce que notre partenaire commence le travail.',
  'Yes, cancel': 'Oui, annuler',
  'Open the whole order': 'Ouvrir la commande complète',
  'Previous page': 'Page précédente',
  'Next page': 'Page suivante',
  'Larger or smaller': 'Agrandir ou réduire',
  'Please wait…': 'Veuillez patienter…',
  'The link could not be opened from here. Please copy it:':
    'Le lien n’a pas pu être ouvert d’ici. Veuillez le copier :',
} as const;
