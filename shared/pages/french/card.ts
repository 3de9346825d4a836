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
  Enlarge: 'Agrandir',
  'Make smaller': 'Réduire',
  'The space at the top is for the addresses, which our print partner adds.':
    'L’espace du haut est réservé aux adresses, que notre imprimeur ajoute.',
  'Please wait…': 'Veuillez patienter…',
  'The link could not be opened from here. Please copy it:':
    'Le lien n’a pas pu être ouvert d’ici. Veuillez le copier :',
} as const;
