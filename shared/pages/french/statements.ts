/** French of the statements that receipts certify. */
export const statements = {
  'The order exists and has not been paid. Nothing is sent before it is.':
    'La commande existe et n’a pas été payée. Rien n’est envoyé avant le paiement.',
  'The order has been paid. The partner has not confirmed it yet.':
    'La commande a été payée. Le partenaire ne l’a pas encore confirmée.',
  'The order has been paid and the partner has accepted it. It has not left yet.':
    'La commande a été payée et le partenaire l’a acceptée. Elle n’est pas encore partie.',
  'The order has been paid and has left the print facility. This says nothing about delivery.':
    'La commande a été payée et a quitté l’imprimerie. Cela ne dit rien de la livraison.',
  'The order has been paid and has left the print facility. The carrier reports that it is on its way back to its sender; nothing is refunded for that.':
    'La commande a été payée et a quitté l’imprimerie. Le transporteur indique que l’envoi est renvoyé à son expéditeur ; rien n’est remboursé pour cela.',
  'The order has been paid and has left the print facility. The carrier reports that it is on its way back to its sender.':
    'La commande a été payée et a quitté l’imprimerie. Le transporteur indique que l’envoi est renvoyé à son expéditeur.',
  'The order has been paid and the fax has been sent.': 'La commande a été payée et la télécopie a été envoyée.',
  'The order was cancelled. Nothing is sent.': 'La commande a été annulée. Rien n’est envoyé.',
  'The order has failed. Nothing is sent.': 'La commande n’a pas pu être exécutée. Rien n’est envoyé.',
} as const;
