/** French of the test checkout page. */
export const checkout = {
  Open: 'Ouvert',
  Declined: 'Refusé',
  Expired: 'Expiré',
  'Choose how this test payment ends. No card is asked for.':
    'Choisissez l’issue de ce paiement d’essai. Aucune carte n’est demandée.',
  'The test card was declined and nothing was charged. You can try again.':
    'La carte d’essai a été refusée et rien n’a été facturé. Vous pouvez réessayer.',
  'The test payment went through. No money has moved.': 'Le paiement d’essai a réussi. Aucune somme n’a été déplacée.',
  'This checkout has expired and can no longer be paid. Nothing was charged.':
    'Cette page de paiement est expirée et ne permet plus de payer. Rien n’a été facturé.',
  'The service has not confirmed this yet. It will ask by itself; go back to the order to see how it stands.':
    'Le service n’a pas encore confirmé le paiement. Il le vérifiera de lui-même ; revenez à la commande pour voir où elle en est.',
  'Your e-mail address': 'Votre adresse courriel',
  'It may be empty. News of the order goes there, if you have asked for it.':
    'Facultatif. Les nouvelles de la commande y sont envoyées, si vous les avez demandées.',
  'This is no e-mail address. Mend it, or leave it empty.':
    'Ce n’est pas une adresse courriel. Corrigez-la, ou laissez le champ vide.',
  'Test checkout': 'Paiement d’essai',
  'Test checkout: a stand-in for the payment page. No money moves.':
    'Paiement d’essai : cette page remplace la page de paiement. Aucune somme n’est déplacée.',
  'Back to the order': 'Revenir à la commande',
  'Checkout session': 'Session de paiement',
  'As if the card had been accepted.': 'Comme si la carte avait été acceptée.',
  Decline: 'Refuser',
  'As if the bank had refused the card. You can try again.':
    'Comme si la banque avait refusé la carte. Vous pouvez réessayer.',
  Expire: 'Laisser expirer',
  'As if nobody had paid in time. The order is cancelled.':
    'Comme si personne n’avait payé à temps. La commande est annulée.',
} as const;
