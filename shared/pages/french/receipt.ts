/** French of receipts. */
export const receipt = {
  'All evidence in one file (PDF)': 'Toutes les preuves en un fichier (PDF)',
  'Evidence of an order': 'Preuves d’une commande',
  'This file shows what was ordered and what happened to it, and who says so.':
    'Ce fichier montre ce qui a été commandé, ce qui s’est passé, et qui le dit.',
  'What this service says': 'Ce que dit ce service',
  'The receipt on the next page is signed. The signature shows that this service wrote exactly this, and which document and content the order had, by their SHA-256.':
    'Le reçu de la page suivante est signé. La signature montre que ce service a écrit exactement ceci et, par leurs SHA-256, quels étaient le document et le contenu de la commande.',
  'The document': 'Le document',
  'It is attached as document.pdf, byte for byte as our partner was given it.':
    'Il est joint sous le nom document.pdf, octet pour octet tel que notre partenaire l’a reçu.',
  'It is attached as document.pdf, byte for byte as it was ordered.':
    'Il est joint sous le nom document.pdf, octet pour octet tel que commandé.',
  'Its pages stand at the end, each in a frame.': 'Ses pages figurent à la fin, chacune dans un cadre.',
  'Its pages are too many, large or slow to be shown: open the attachment.':
    'Ses pages sont trop nombreuses, lourdes ou lentes à montrer : ouvrez le fichier joint.',
  'A page of the document: its sender’s words.': 'Une page du document : les mots de son expéditeur.',
  'A page of the carrier’s file with the signature.': 'Une page du fichier du transporteur avec la signature.',
  'It is too large for this file: save it from the page of the order. The receipt has its SHA-256.':
    'Il est trop grand pour ce fichier : enregistrez-le depuis la page de la commande. Le reçu porte son SHA-256.',
  'This order has no document of its own.': 'Cette commande n’a pas de document à elle.',
  'This service does not keep it any more. Whoever has it can compare its SHA-256 with the receipt.':
    'Ce service ne le conserve plus. Qui le possède peut comparer son SHA-256 au reçu.',
  'What the carrier says': 'Ce que dit le transporteur',
  'Scans and signatures are the carrier’s word, as our partner told it to this service. A scan is no proof of delivery.':
    'Les scans et les signatures sont la parole du transporteur, telle que notre partenaire l’a rapportée. Un scan n’est pas une preuve de livraison.',
  'The carrier tells of a signature.': 'Le transporteur signale une signature.',
  'The carrier’s file with the signature is attached as signature.pdf.':
    'Le fichier du transporteur avec la signature est joint sous le nom signature.pdf.',
  'What is not proved': 'Ce qui n’est pas prouvé',
  'That anybody read it. Who paid. That it was delivered, unless the carrier says so. What has happened since this file was made.':
    'Que quelqu’un l’ait lu. Qui a payé. Que le pli ait été livré, à moins que le transporteur ne le dise. Ce qui est arrivé depuis que ce fichier a été fait.',
  'How to verify it': 'Comment le vérifier',
  'Drop this file at {address}. It tells each of these facts by itself, and a saved copy of that page works without this service.':
    'Déposez ce fichier à l’adresse {address}. Chaque fait y est dit séparément, et une copie enregistrée de cette page fonctionne sans ce service.',
  'Draft of a declaration of service': 'Projet de déclaration d’envoi',
  'A draft for the sender to read, to correct and to sign. It is no form of any court or authority.':
    'Un projet que l’expéditeur lit, corrige et signe. Ce n’est le formulaire d’aucun tribunal ni d’aucune autorité.',
  Name: 'Nom',
  Signature: 'Signature',
  'I, ____________________, had the document named below sent by order {number}.':
    'Je, ____________________, ai fait envoyer le document désigné ci-dessous par la commande {number}.',
  'It was addressed to: {recipient}': 'Il était adressé à : {recipient}',
  'This service was told that it left on: {day}': 'Selon ce qui a été dit à ce service, il est parti le : {day}',
  'Number of pages: {count}': 'Nombre de pages : {count}',
  'SHA-256 of the document: {hash}': 'SHA-256 du document : {hash}',
  'I have compared the document with the one that I meant to send.':
    'J’ai comparé le document à celui que je voulais envoyer.',
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
  'Save as PDF': 'Enregistrer en PDF',
  'For programs (JSON)': 'Pour les programmes (JSON)',
  'Back to the order': 'Retour à la commande',
  'Scan the code, or open this address and drop the PDF there. It says whether the receipt is genuine.':
    'Lisez le code, ou ouvrez cette adresse et déposez-y le PDF. Vous saurez si le reçu est authentique.',
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
