/** French of the frame of every page. */
export const shell = {
  'Test mode: nothing is charged, mailed or faxed.': 'Mode d’essai : rien n’est facturé, posté ni télécopié.',
  Help: 'Aide',
  'Contact support': 'Joindre le soutien',
  'Report this order': 'Signaler cette commande',
  Terms: 'Conditions',
  Privacy: 'Confidentialité',
  'Refund policy': 'Politique de remboursement',
  'GST/HST registration {number}': 'Numéro de TPS/TVH {number}',
  'Not found': 'Page introuvable',
  'This link is wrong or has expired.': 'Ce lien est erroné ou a expiré.',
  'It was not copied whole: copy it again where you got it.':
    'Il n’a pas été copié en entier : copiez-le de nouveau là où vous l’avez reçu.',
  'It is old: an order is shown for 400 days.': 'Il est ancien : une commande est affichée pendant 400 jours.',
  'Nothing is at this address.': 'Il n’y a rien à cette adresse.',
  'Did you mean {page}?': 'Vouliez-vous dire {page} ?',
  'Home page': 'Page d’accueil',
  'This did not work': 'Cela n’a pas fonctionné',
  Total: 'Total',
} as const;
