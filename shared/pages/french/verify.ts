/** French of the page that verifies receipts. */
export const verify = {
  'Verify a receipt': 'Vérifier un reçu',
  'Find out whether a receipt is genuine, and whether a document is the one that was sent.':
    'Sachez si un reçu est authentique, et si un document est bien celui qui a été envoyé.',
  'The receipt as a file': 'Le reçu en fichier',
  'The PDF or the JSON, as you got it.': 'Le PDF ou le JSON, tel que vous l’avez reçu.',
  'Or its text': 'Ou son texte',
  'The JSON, the signature alone, or the address behind the code.':
    'Le JSON, la signature seule ou l’adresse que contient le code.',
  'The document, if you like': 'Le document, si vous le souhaitez',
  'The PDF that was sent, or the text or HTML of the order as a file.':
    'Le PDF envoyé, ou le texte ou le HTML de la commande en fichier.',
  Verify: 'Vérifier',
  'The files have more than 4 MB together. Choose smaller ones.':
    'Les fichiers dépassent 4 Mo au total. Choisissez-en de plus petits.',
  'The files are sent to this service, verified and not kept. Together they may have 4 MB.':
    'Les fichiers sont transmis à ce service, vérifiés, puis oubliés. Ensemble, ils ne peuvent dépasser 4 Mo.',
  Genuine: 'Authentique',
  'Genuine signature': 'Signature authentique',
  'This service signed what follows.': 'Ce service a signé ce qui suit.',
  'This service signed what follows. Other words in what you gave were not compared with it.':
    'Ce service a signé ce qui suit. Les autres mots de ce que vous avez fourni n’y ont pas été comparés.',
  'Not verified': 'Non vérifié',
  'This receipt was issued by this service and has not been changed.':
    'Ce reçu a été délivré par ce service et n’a pas été modifié.',
  'It is the receipt of a test: nothing was charged, and nothing was mailed or faxed.':
    'C’est le reçu d’un essai : rien n’a été facturé, et rien n’a été posté ni télécopié.',
  Changed: 'Modifié',
  'The text around the signature was changed. Only what follows was signed.':
    'Le texte autour de la signature a été modifié. Seul ce qui suit a été signé.',
  'When it was issued:': 'Au moment de sa délivrance :',
  'The order existed and had not been paid.': 'la commande existait et n’avait pas été payée.',
  'The order had been paid. The partner had not confirmed it.':
    'la commande avait été payée. Le partenaire ne l’avait pas confirmée.',
  'The order had been paid and the partner had accepted it. It had not left.':
    'la commande avait été payée et le partenaire l’avait acceptée. Elle n’était pas partie.',
  'The order had been paid and had left the print facility.':
    'la commande avait été payée et avait quitté l’imprimerie.',
  'The order had been paid and the fax had been sent.':
    'la commande avait été payée et la télécopie avait été envoyée.',
  'The order had been cancelled. Nothing was sent.': 'la commande avait été annulée. Rien n’a été envoyé.',
  'The order had failed. Nothing was sent.': 'la commande n’avait pas pu être exécutée. Rien n’a été envoyé.',
  'The document is the very PDF that our partner was given.':
    'Le document est exactement le PDF remis à notre partenaire.',
  'The document is the content that was sent with the order, byte for byte.':
    'Le document est, octet pour octet, le contenu transmis avec la commande.',
  'The document is another one: not one byte may differ from the PDF or the content that was sent.':
    'Le document est un autre : pas un seul octet ne doit différer du PDF ou du contenu envoyé.',
  'This receipt names no document, so the document proves nothing.':
    'Ce reçu ne désigne aucun document ; le document ne prouve donc rien.',
  'No document was compared. Add the PDF to find out whether it is the one that was sent.':
    'Aucun document n’a été comparé. Ajoutez le PDF pour savoir si c’est bien celui qui a été envoyé.',
  'What was signed. Compare it with the receipt in your hands.':
    'Ce qui a été signé. Comparez-le au reçu que vous avez en main.',
  'What it proves, and what it does not': 'Ce qu’il prouve et ce qu’il ne prouve pas',
  'It proves that this service wrote exactly this, at the time of issue.':
    'Il prouve que ce service a écrit exactement ceci, au moment de la délivrance.',
  'It proves which document and which content the order had, by their hashes.':
    'Il prouve, par leurs empreintes, quels étaient le document et le contenu de la commande.',
  'It does not prove delivery, reading, the cashing of a check, or who paid.':
    'Il ne prouve ni la livraison, ni la lecture, ni l’encaissement d’un chèque, ni l’identité du payeur.',
  'It does not tell what has happened since it was issued.':
    'Il ne dit rien de ce qui est arrivé depuis sa délivrance.',
  'Signed with the key': 'Signé avec la clé',
  'This receipt is not genuine: it was changed after it was signed.':
    'Ce reçu n’est pas authentique : il a été modifié après sa signature.',
  'Do not rely on it. Ask whoever gave it to you for the original file.':
    'Ne vous y fiez pas. Demandez le fichier original à la personne qui vous l’a remis.',
  'This receipt was not signed by this service.': 'Ce reçu n’a pas été signé par ce service.',
  'It names a key that this service does not publish. It may come from another service.':
    'Il désigne une clé que ce service ne publie pas. Il vient peut-être d’un autre service.',
  'No receipt was found in what you gave.': 'Aucun reçu n’a été trouvé dans ce que vous avez fourni.',
  'A PDF that was printed or saved anew has lost its signature: take the original file, or scan the code on it.':
    'Un PDF imprimé ou enregistré de nouveau a perdu sa signature : prenez le fichier original, ou lisez le code qu’il porte.',
  Recipient: 'Destinataire',
  Sender: 'Expéditeur',
  'Fax number': 'Numéro de télécopieur',
  'Number of pages': 'Nombre de pages',
  'Amount of the check drawn': 'Montant du chèque',
  'Number of the check drawn': 'Numéro du chèque',
  Tax: 'Taxes',
  'Total with tax': 'Total, taxes comprises',
  Currency: 'Devise',
} as const;
