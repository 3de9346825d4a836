/** French of receipts. */
export const receipt = {
  'Receipt and document in one PDF': 'Reçu et document en un PDF',
  'The pages that follow are the document of this order: its sender’s words.':
    'Les pages qui suivent sont le document de cette commande : les mots de son expéditeur.',
  'The document of this order could not be added here. Save it from the page of the order.':
    'Le document de cette commande n’a pu être ajouté ici. Enregistrez-le depuis la page de la commande.',
  'Order, not paid': 'Commande non payée',
  Receipt: 'Reçu',
  'Receipt of a cancelled order': 'Reçu d’une commande annulée',
  'Receipt of a failed order': 'Reçu d’une commande non exécutée',
  'The payment is being paid back.': 'Le paiement est en cours de remboursement.',
  'The payment has been paid back.': 'Le paiement a été remboursé.',
  'The payment has not been paid back; support helps.':
    'Le paiement n’a pas été remboursé ; le soutien s’en occupe avec vous.',
  Ordered: 'Commandé',
  Paid: 'Payé',
  'At our partner': 'Chez notre partenaire',
  Mailed: 'Posté',
  'Fax sent': 'Télécopié',
  Ended: 'Fin',
  Issued: 'Délivré',
  'Order at our partner (keyed hash)': 'Commande chez notre partenaire (empreinte à clé)',
  'Tracking number': 'Numéro de suivi',
  'Content (SHA-256)': 'Contenu (SHA-256)',
  'Printed PDF (SHA-256)': 'PDF imprimé (SHA-256)',
  'Check order (SHA-256)': 'Ordre du chèque (SHA-256)',
  'Print and mail': 'Impression et envoi',
  'Order number': 'Numéro de commande',
  'Receipt number': 'Numéro de reçu',
  'Price, tax not included': 'Prix, taxes en sus',
  'Total paid': 'Total payé',
  'Paid with': 'Payé par',
  Card: 'Carte',
  Refunded: 'Remboursé',
  'Paid after the refund': 'Payé après le remboursement',
  'Drawn on the bank account, not charged here': 'Tiré sur le compte bancaire, non facturé ici',
  'The order': 'La commande',
  Amounts: 'Montants',
  Times: 'Dates et heures',
  Evidence: 'Éléments de preuve',
  Seller: 'Vendeur',
  'Verify this receipt': 'Vérifier ce reçu',
  'QR code that verifies this receipt': 'Code QR qui permet de vérifier ce reçu',
  'For programs (JSON)': 'Pour les programmes (JSON)',
  'Back to the order': 'Retour à la commande',
  'Scan the code or open this address. It says whether the receipt is genuine.':
    'Lisez le code ou ouvrez cette adresse. Vous saurez si le reçu est authentique.',
  'The signature proves that this service issued the receipt, and that nothing in it has been changed since.':
    'La signature prouve que ce service a délivré le reçu et que rien n’y a été modifié depuis.',
  'Whoever has the PDF of the order can prove that it is the one our partner was given.':
    'Quiconque possède le PDF de la commande peut prouver que c’est celui qui a été remis à notre partenaire.',
  'The signature does not prove that anything was delivered or read, that a check was cashed, or who paid.':
    'La signature ne prouve pas la livraison ni la lecture d’un envoi, ni l’encaissement d’un chèque, ni l’identité du payeur.',
  'This is a test: nothing was charged, and nothing was mailed or faxed.':
    'Ceci est un essai : rien n’a été facturé, et rien n’a été posté ni télécopié.',
  'A box stands for a character that this font lacks. The signed receipt in this file has them all.':
    'Un carré remplace un caractère absent de cette police. Le reçu signé dans ce fichier les contient tous.',
} as const;
