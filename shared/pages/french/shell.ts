/** French of the frame of every page. */
export const shell = {
  'Test mode: nothing is charged, mailed or faxed.': 'Mode d’essai : rien n’est facturé, posté ni télécopié.',
  'Contact support': 'Joindre le soutien',
  Terms: 'Conditions',
  Privacy: 'Confidentialité',
  'Refund policy': 'Politique de remboursement',
  'GST/HST registration {number}': 'Numéro de TPS/TVH {number}',
  'Not found': 'Page introuvable',
  'This link is not valid, or no longer. Please check that it was copied whole.':
    'Ce lien n’est pas ou n’est plus valide. Veuillez vérifier que vous l’avez copié en entier.',
  'This did not work': 'Cela n’a pas fonctionné',
  Total: 'Total',
} as const;
