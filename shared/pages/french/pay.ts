/** French of the page behind a pay link. */
export const pay = {
  'Waiting for payment': 'En attente de paiement',
  Paid: 'Payé',
  'On its way': 'En route',
  Sent: 'Envoyée',
  'With our partner': 'Chez notre partenaire',
  Cancelled: 'Annulé',
  Failed: 'Échec',
  'No payment has arrived yet.': 'Aucun paiement n’est encore arrivé.',
  'Your payment has arrived. The order is now being passed on; there is nothing left for you to do.':
    'Votre paiement est arrivé. La commande est en cours de transmission ; vous n’avez plus rien à faire.',
  'Paid and handed over. There is nothing left for you to do.':
    'Commande payée et remise à notre partenaire. Vous n’avez plus rien à faire.',
  'This order could not be carried out and will not be tried again.':
    'Cette commande n’a pas pu être exécutée et ne sera pas tentée de nouveau.',
  'This order was cancelled and will not be carried out.': 'Cette commande a été annulée et ne sera pas exécutée.',
  'Nothing was charged.': 'Rien n’a été facturé.',
  'Your payment is being refunded.': 'Votre paiement est en cours de remboursement.',
  'Your payment has been refunded. It can take a few days to appear on your statement.':
    'Votre paiement a été remboursé. Le remboursement peut mettre quelques jours à figurer sur votre relevé.',
  'Your payment could not be refunded automatically.': 'Votre paiement n’a pas pu être remboursé automatiquement.',
  'If a payment was made, it is refunded.': 'Si un paiement a été fait, il est remboursé.',
  'Please read this through before you pay.': 'Veuillez tout vérifier avant de payer.',
  'It cannot be paid here at the moment. If the link has expired, ask its sender for a new one.':
    'Le paiement n’est pas possible ici pour le moment. Si le lien est expiré, demandez-en un nouveau à la personne qui vous l’a envoyé.',
  'What you are paying for': 'Ce que vous payez',
  'What was ordered': 'Ce qui a été commandé',
  Price: 'Prix',
  'Price before tax': 'Prix avant taxes',
  'Page {number} of {count}': 'Page {number} sur {count}',
  'The page': 'La page',
  'The {count} pages': 'Les {count} pages',
  'The message, about as it will be printed': 'Le message, à peu près comme il sera imprimé',
  'Before you pay': 'Avant de payer',
  'Please note': 'Veuillez noter',
  'Pay {total}': 'Payer {total}',
  'What happens next': 'Les prochaines étapes',
  'The button opens the payment page. Opening it charges nothing.':
    'Le bouton ouvre la page de paiement. L’ouvrir ne coûte rien.',
  'You are charged {total} only when you press pay on that page.':
    'La somme de {total} n’est portée à votre compte que lorsque vous confirmez le paiement sur cette page.',
  'You would be charged {total} only when you press pay on that page.':
    'La somme de {total} ne serait portée à votre compte que si vous confirmiez le paiement sur cette page.',
  'The order is carried out after the payment. This page then shows how far it is.':
    'La commande est exécutée après le paiement. Cette page en montre ensuite l’avancement.',
  'It can be paid until {time}. After that it expires and nothing is charged.':
    'Vous pouvez payer jusqu’au {time}. Ensuite, le lien expire et rien n’est facturé.',
  'A payment just made can take a moment to arrive.':
    'Un paiement qui vient d’être fait peut mettre un moment à arriver.',
  Refresh: 'Actualiser',
  'Fingerprint of the content (SHA-256)': 'Empreinte du contenu (SHA-256)',
  'Order {number}': 'Commande {number}',
  'Ordered {time}': 'Commandé le {time}',
} as const;
