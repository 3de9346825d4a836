/** French of e-mails, and of the page that ends them. */
export const emails = {
  '{what}: {order}': '{what} : {order}',
  'In the mail': 'À la poste',
  'Fax sent': 'Télécopie transmise',
  'Nobody has taken it yet': 'Pas encore retirée',
  'The carrier could not hand it over, or keeps it at a post office. Nobody has taken it yet.':
    'Le transporteur n’a pas pu la remettre, ou la garde à un bureau de poste. Personne ne l’a encore prise.',
  'Tell the recipient: most post offices send it back after about two weeks.':
    'Prévenez le destinataire : la plupart des bureaux de poste la renvoient après environ deux semaines.',
  'Order cancelled': 'Commande annulée',
  'About your refund': 'Au sujet de votre remboursement',
  'The payment of {total} has arrived. We are handing the order over now, and write again when it has left.':
    'Le paiement de {total} est arrivé. Nous transmettons la commande et vous écrirons de nouveau après l’envoi.',
  'A check on your account': 'Un chèque tiré sur votre compte',
  'Stop this check': 'Arrêter ce chèque',
  'You get this e-mail because your address was given with this bank account.':
    'Vous recevez ce courriel parce que votre adresse a été donnée avec ce compte bancaire.',
  'A check is to be drawn on a bank account with which this address was given.':
    'Un chèque doit être tiré sur un compte bancaire avec lequel cette adresse a été donnée.',
  'It goes to print after {time}. If you have not agreed to it, stop it before.':
    'L’impression a lieu après {time}. Si vous n’avez pas donné votre accord, arrêtez-le avant.',
  'The link leads to a page with a button. The payer then gets all the money back.':
    'Le lien mène à une page avec un bouton. Le payeur est alors entièrement remboursé.',
  'The payment of {total} has arrived.': 'Le paiement de {total} est arrivé.',
  'The payment of {total} has arrived. The order goes to print on {day}, and not before. We write again when it has left.':
    'Le paiement de {total} est arrivé. La commande est imprimée le {day}, et pas avant. Nous vous écrirons de nouveau après l’envoi.',
  'Please write to us, so that we can pay it back in another way.':
    'Veuillez nous écrire, afin que nous puissions vous rembourser autrement.',
  Date: 'Date',
  'See the order': 'Voir la commande',
  'You get this e-mail because you asked for it when you paid.':
    'Vous recevez ce courriel parce que vous l’avez demandé en payant.',
  'You get this e-mail because your address was given with this order.':
    'Vous recevez ce courriel parce que votre adresse a été donnée avec cette commande.',
  'No more e-mails': 'Ne plus recevoir de courriels',
  'Stop all e-mails?': 'Arrêter tous les courriels ?',
  'If you press the button, no e-mail about any order goes to {address} any more.':
    'Si vous appuyez sur le bouton, plus aucun courriel au sujet d’une commande ne sera envoyé à {address}.',
  'The orders themselves go on.': 'Les commandes elles-mêmes se poursuivent.',
  'Stop the e-mails': 'Arrêter les courriels',
  'The e-mails are stopped': 'Les courriels sont arrêtés',
  'No e-mail goes to {address} any more.': 'Plus aucun courriel n’est envoyé à {address}.',
  'An e-mail to {address} came back, so none goes there any more.':
    'Un courriel envoyé à {address} nous est revenu ; plus aucun n’y est envoyé.',
  'Write to me again': 'M’écrire de nouveau',
} as const;
