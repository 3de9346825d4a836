/** French of the page after paying. */
export const order = {
  'The payment provider has received no payment for this order yet. If you have just paid, refresh this page in a moment. You cannot be charged twice.':
    'Le fournisseur de paiement n’a encore reçu aucun paiement pour cette commande. Si vous venez de payer, actualisez cette page dans un instant. Vous ne pouvez pas être débité deux fois.',
  'The payment page is being prepared. Please refresh this page in a moment.':
    'La page de paiement est en préparation. Veuillez actualiser cette page dans un instant.',
  'Your payment is being confirmed': 'Votre paiement est en cours de confirmation',
  'There is nothing left for you to do. Please do not pay again.':
    'Vous n’avez plus rien à faire. Veuillez ne pas payer de nouveau.',
  'The payment provider does not answer at this moment. If you have paid, nothing is lost: we keep asking, and the order goes on by itself. Please do not pay again.':
    'Le fournisseur de paiement ne répond pas en ce moment. Si vous avez payé, rien n’est perdu : nous continuons de l’interroger, et la commande se poursuit d’elle-même. Veuillez ne pas payer de nouveau.',
  'Your payment is on its way': 'Votre paiement est en route',
  'Your bank has not confirmed it yet, which can take a few days. The order is carried out as soon as it does. Please do not pay again.':
    'Votre banque ne l’a pas encore confirmé, ce qui peut prendre quelques jours. La commande est exécutée dès cette confirmation. Veuillez ne pas payer de nouveau.',
  'Your payment has arrived. We are handing the order over now; there is nothing left for you to do.':
    'Votre paiement est arrivé. Nous transmettons la commande ; vous n’avez plus rien à faire.',
  'Waiting for its day': 'En attente de son jour',
  'Your payment has arrived. The order goes to print on its day, and not before. There is nothing left for you to do.':
    'Votre paiement est arrivé. La commande est imprimée le jour prévu, et pas avant. Vous n’avez plus rien à faire.',
  'It is one of the first checks on its bank account, so it goes to print after {time}. Until then it can be cancelled, and all is refunded.':
    'C’est l’un des premiers chèques tirés sur ce compte : l’impression a lieu après {time}. D’ici là, il peut être annulé, et tout est remboursé.',
  'It goes to print on {day}.': 'L’impression a lieu le {day}.',
  'Handed over for printing': 'Remise pour impression',
  'Our print partner has the order and will print it soon. There is nothing left for you to do.':
    'Notre partenaire d’impression a la commande et l’imprimera bientôt. Vous n’avez plus rien à faire.',
  'Being printed': 'En cours d’impression',
  'Our print partner is at work on it. There is nothing left for you to do.':
    'Notre partenaire d’impression y travaille. Vous n’avez plus rien à faire.',
  'It has been printed and mailed.': 'L’envoi a été imprimé et posté.',
  'Handed over for sending': 'Remise pour envoi',
  'Our fax partner has the fax and will call the number soon. There is nothing left for you to do.':
    'Notre partenaire de télécopie a le document et appellera bientôt le numéro. Vous n’avez plus rien à faire.',
  'Being sent': 'En cours d’envoi',
  'The fax is on the line.': 'La télécopie est en ligne.',
  'Being tried again': 'Nouvel essai en cours',
  'It did not go through at the first try. We try again by ourselves for half an hour; there is nothing left for you to do.':
    'Le premier essai n’a pas abouti. Nous réessayons de nous-mêmes pendant une demi-heure ; vous n’avez plus rien à faire.',
  'The receiving machine has taken every page.': 'L’appareil destinataire a reçu toutes les pages.',
  Delivered: 'Livré',
  'The carrier says that it has been delivered.': 'Le transporteur indique que l’envoi a été livré.',
  'Being cancelled': 'En cours d’annulation',
  'We are stopping the order. If it can still be stopped, your payment goes back to you.':
    'Nous arrêtons la commande. Si elle peut encore être arrêtée, votre paiement vous est rendu.',
  'On hold': 'En suspens',
  'Your payment has arrived, but your order is on hold. A person is looking into it.':
    'Votre paiement est arrivé, mais la commande est en suspens. Une personne s’en occupe.',
  'The payment is disputed at your bank, so your order is on hold. The bank decides about the money, which can take weeks.':
    'Le paiement est contesté auprès de votre banque, et la commande est donc en suspens. La banque décide du sort de la somme, ce qui peut prendre des semaines.',
  'The order will not be tried again.': 'La commande ne sera pas tentée de nouveau.',
  'Payment received': 'Paiement reçu',
  'Handed over to our partner': 'Remise à notre partenaire',
  'In production': 'En production',
  'On the line': 'En ligne',
  'Sent to the number': 'Envoi au numéro',
  'Delivered by the carrier': 'Livraison par le transporteur',
  'Coming back': 'Renvoyé à l’expéditeur',
  'Coming back to its sender': 'Retour à l’expéditeur',
  'The carrier reports that it is on its way back to its sender.':
    'Le transporteur indique que l’envoi est renvoyé à son expéditeur.',
  'It was printed and mailed, so nothing is refunded.': 'L’envoi a été imprimé et posté : rien n’est remboursé.',
  'The address may be wrong or out of date. Ask the recipient for the right one before you order again.':
    'L’adresse est peut-être erronée ou n’est plus à jour. Demandez la bonne au destinataire avant de commander de nouveau.',
  'Destroy the check when it comes back: it could still be cashed.':
    'Détruisez le chèque à son retour : il pourrait encore être encaissé.',
  'It has been mailed and is on its way back to its sender, so there is nothing to cancel. Nothing is refunded.':
    'L’envoi a été posté et est renvoyé à son expéditeur : il n’y a rien à annuler. Rien n’est remboursé.',
  'Put on hold': 'Mise en suspens',
  'Payment link expired': 'Lien de paiement expiré',
  'Cancelled by request': 'Annulation sur demande',
  'Not carried out': 'Échec de la commande',
  'Refund issued': 'Remboursement émis',
  'Your payment has been refunded to the card or account it came from. It can take a few days to appear on your statement.':
    'Votre paiement a été remboursé sur la carte ou le compte d’origine. Le remboursement peut mettre quelques jours à figurer sur votre relevé.',
  'Please check the fax number before you order again.':
    'Veuillez vérifier le numéro de télécopieur avant de commander de nouveau.',
  'Please order again when the line is free.': 'Veuillez commander de nouveau lorsque la ligne sera libre.',
  'Please change the document before you order again.': 'Veuillez modifier le document avant de commander de nouveau.',
  'Please check both addresses before you order again.':
    'Veuillez vérifier les deux adresses avant de commander de nouveau.',
  'It is not your fault. You are welcome to order again.': 'Vous n’y êtes pour rien. Vous pouvez commander de nouveau.',
  'You are welcome to order again.': 'Vous pouvez commander de nouveau.',
  Progress: 'Avancement',
  'not yet': 'à venir',
  'The payment link expired on {time}.': 'Le lien de paiement a expiré le {time}.',
  'You will find news on this page by {time}: the order goes on, or your payment is refunded.':
    'Vous trouverez des nouvelles sur cette page d’ici le {time} : la commande se poursuit, ou votre paiement est remboursé.',
  'It takes longer than we said. We are sorry.': 'Cela prend plus de temps que prévu. Nous en sommes désolés.',
  'To order again, ask for a new link where you got this one.':
    'Pour commander de nouveau, demandez un nouveau lien là où vous avez obtenu celui-ci.',
  Tracking: 'Suivi',
  'Track it at {carrier}': 'Suivre l’envoi auprès de {carrier}',
  'Expected arrival': 'Arrivée prévue',
  '{from} to {to}': 'du {from} au {to}',
  'An estimate by the delivery times that {carrier} publishes, not a promise.':
    'Une estimation d’après les délais que publie {carrier}, et non une promesse.',
  'I have not paid yet: back to the order': 'Je n’ai pas encore payé : retour à la commande',
  'Cancel this order': 'Annuler cette commande',
  'Possible until our partner begins its work.': 'Possible jusqu’à ce que notre partenaire commence le travail.',
  'Possible until {time}.': 'Possible jusqu’au {time}.',
  'Nothing has been paid, so there is nothing to cancel. If you do not want the order, do not pay: the link expires by itself.':
    'Rien n’a été payé, il n’y a donc rien à annuler. Si vous ne voulez pas de la commande, ne payez pas : le lien expire de lui-même.',
  'The payment is not confirmed yet. You can cancel as soon as it is.':
    'Le paiement n’est pas encore confirmé. Vous pourrez annuler dès qu’il le sera.',
  'Our partner is at work on it, so it can no longer be stopped.':
    'Notre partenaire y travaille, et la commande ne peut plus être arrêtée.',
  'The order is being handed over or stopped at this very moment. Please look again in a minute.':
    'La commande est en train d’être remise ou arrêtée. Veuillez revenir dans une minute.',
  'The order is on hold already. A person is looking into it, and decides.':
    'La commande est déjà en suspens. Une personne s’en occupe et décidera.',
  'The payment is disputed at your bank, which decides about the money.':
    'Le paiement est contesté auprès de votre banque, qui décide du sort de la somme.',
  'The payment link has expired. Nothing was charged, and nothing will be sent.':
    'Le lien de paiement est expiré. Rien n’a été facturé, et rien ne sera envoyé.',
  'The order has failed already, so there is nothing to cancel.':
    'La commande a déjà échoué, il n’y a donc rien à annuler.',
  'Cancel this order?': 'Annuler cette commande ?',
  'The order is cancelled': 'La commande est annulée',
  'This order cannot be cancelled': 'Cette commande ne peut pas être annulée',
  'The order was not cancelled': 'La commande n’a pas été annulée',
  'No, keep the order': 'Non, garder la commande',
  'Yes, cancel and refund': 'Oui, annuler et rembourser',
  'Yes, cancel': 'Oui, annuler',
  'Nothing will be printed, mailed or faxed, and {total} goes back to the card or account it came from. This cannot be undone.':
    'Rien ne sera imprimé, posté ni télécopié, et la somme de {total} retourne sur la carte ou le compte d’origine. Cette action est définitive.',
  'It can be stopped until {time}.': 'La commande peut être arrêtée jusqu’au {time}.',
  'Nothing will be sent.': 'Rien ne sera envoyé.',
  'The payment provider refused the refund, so the order goes on and nothing has changed.':
    'Le fournisseur de paiement a refusé le remboursement ; la commande se poursuit donc, et rien n’a changé.',
  'It was mailed on {day} and cannot be called back.': 'L’envoi a été posté le {day} et ne peut pas être rappelé.',
  'It was sent on {day} and cannot be called back.': 'L’envoi a été transmis le {day} et ne peut pas être rappelé.',
} as const;
