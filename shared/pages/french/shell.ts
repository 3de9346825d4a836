/** French of the frame of every page. */
export const shell = {
  'Test mode: nothing is charged, mailed or faxed.': 'Mode d’essai : rien n’est facturé, posté ni télécopié.',
  'Contact support': 'Joindre le soutien',
  Terms: 'Conditions',
  Privacy: 'Confidentialité',
  'Refund policy': 'Politique de remboursement',
  'GST/HST registration {number}': 'Numéro de TPS/TVH {number}',
  'Not found': 'Page introuvable',
  'This link is wrong or has expired. Check that it was copied whole. An order is shown for 400 days.':
    'Ce lien est erroné ou a expiré. Vérifiez qu’il a été copié en entier. Une commande est affichée pendant 400 jours.',
  'Nothing is at this address.': 'Il n’y a rien à cette adresse.',
  'Did you mean {page}?': 'Vouliez-vous dire {page} ?',
  'Home page': 'Page d’accueil',
  'This did not work': 'Cela n’a pas fonctionné',
  Total: 'Total',
} as const;
