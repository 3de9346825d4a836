/** French of the page behind a pay link. */
export const pay = {
  'Waiting for payment': 'En attente de paiement',
  Paid: 'Payé',
  'Expected {from} to {to}': 'Arrivée prévue du {from} au {to}',
  'Drawing page {number}…': 'Page {number} en cours de dessin…',
  'Good to know': 'Bon à savoir',
  'The dashed line is the window of a large envelope, in which it travels flat.':
    'La ligne tiretée est la fenêtre d’une grande enveloppe, dans laquelle elle voyage à plat.',
  'It travels flat, in a large envelope.': 'Elle voyage à plat, dans une grande enveloppe.',
  'Scanned at the carrier’s': 'Numérisation chez le transporteur',
  'Scanned near the recipient': 'Numérisation près du destinataire',
  'Out for delivery': 'En cours de distribution',
  'Waits at a post office': 'En attente à un bureau de poste',
  'Could not be handed over': 'Remise impossible',
  'Sent on to another place': 'Réacheminement',
  'A scan tells that a machine of the carrier has read the envelope. It is no proof of delivery.':
    'Une numérisation indique qu’une machine du transporteur a lu l’enveloppe. Elle ne prouve aucune remise.',
  Sent: 'Envoyée',
  Cancelled: 'Annulé',
  Failed: 'Échec',
  'No payment has arrived yet.': 'Aucun paiement n’est encore arrivé.',
  'This order was cancelled and will not be carried out.': 'Cette commande a été annulée et ne sera pas exécutée.',
  'Nothing was charged.': 'Rien n’a été facturé.',
  'Your payment is being refunded.': 'Votre paiement est en cours de remboursement.',
  'Your payment could not be refunded automatically.': 'Votre paiement n’a pas pu être remboursé automatiquement.',
  Price: 'Prix',
  'Price before tax': 'Prix avant taxes',
  'The check’s {amount} is not charged here. It is drawn on {account} when the check is cashed.':
    'Le montant du chèque, {amount}, n’est pas facturé ici. Il est tiré sur {account} quand le chèque est encaissé.',
  'Page {number} of {count}': 'Page {number} sur {count}',
  'The page': 'La page',
  'The {count} pages': 'Les {count} pages',
  'The message, about as it will be printed': 'Le message, à peu près comme il sera imprimé',
  'Pay {total}': 'Payer {total}',
  'What happens next': 'Les prochaines étapes',
  'The button opens {page}. Opening it charges nothing.': 'Le bouton ouvre {page}. L’ouvrir ne coûte rien.',
  'the payment page': 'la page de paiement',
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
  'Review your order': 'Vérifiez votre commande',
  Details: 'Détails',
  'This is what will be sent. Nothing is charged until you pay on the next page.':
    'Voici ce qui sera envoyé. Rien n’est facturé avant que vous payiez à la page suivante.',
  Arrival: 'Arrivée',
  'Usually {least} to {most} business days after payment (an estimate)':
    'Habituellement de {least} à {most} jours ouvrables après le paiement (estimation)',
  'Usually {least} to {most} business days after that day (an estimate)':
    'Habituellement de {least} à {most} jours ouvrables après ce jour (estimation)',
  'It goes to print on {day}, and not before. Until the day before is over you can cancel it, and all is refunded.':
    'L’impression a lieu le {day}, et pas avant. Jusqu’à la fin de la veille, vous pouvez annuler la commande, et tout est remboursé.',
  'Usually within {count} minutes of payment (an estimate)':
    'Habituellement dans les {count} minutes suivant le paiement (estimation)',
  'Usually within {count} hours of payment (an estimate)':
    'Habituellement dans les {count} heures suivant le paiement (estimation)',
  'The check': 'Le chèque',
  'An illustration. Our print partner adds the date, the signature, the bank and its numbers.':
    'Illustration. Notre imprimeur ajoute la date, la signature, la banque et ses numéros.',
  'In test mode no check is printed.': 'En mode d’essai, aucun chèque n’est imprimé.',
  'Is this address right?': 'Cette adresse est-elle exacte ?',
  'Which address is right?': 'Quelle adresse est la bonne ?',
  'As ordered': 'Selon la commande',
  Corrected: 'Corrigée',
  'Use the corrected address': 'Utiliser l’adresse corrigée',
  'Put the addresses on a page of their own': 'Mettre les adresses sur une page à part',
  'Nothing is covered then. It counts as one page more.':
    'Rien n’est alors couvert. Cela compte comme une page de plus.',
  'Send it to this address anyway': 'L’envoyer quand même à cette adresse',
  'Check the address first': 'Vérifier d’abord l’adresse',
  'If it is wrong, do not pay. Ask for a new link where you got this one. Mail that comes back is not refunded.':
    'Si elle est erronée, ne payez pas. Demandez un nouveau lien là où vous avez obtenu celui-ci. Un envoi qui revient n’est pas remboursé.',
  'If you change nothing, it is mailed to the address as ordered. Price and content stay the same.':
    'Si vous ne changez rien, l’envoi part à l’adresse de la commande. Le prix et le contenu restent les mêmes.',
  'The corrected address is in another province, where the tax may differ. For that address ask for a new order.':
    'L’adresse corrigée se trouve dans une autre province, où la taxe peut différer. Pour cette adresse, demandez une nouvelle commande.',
  'The address was corrected. It is mailed to the address that stands below.':
    'L’adresse a été corrigée. L’envoi part à l’adresse qui figure ci-dessous.',
  'All {count} pages': 'Les {count} pages au complet',
  'Pages {first} to {last}': 'Pages {first} à {last}',
  'Read as text': 'Lire le texte',
  'The text of the document': 'Le texte du document',
  'This text is read from the PDF that is printed, in the order of the file. Pictures, handwriting and drawings are not in it.':
    'Ce texte est lu dans le PDF qui est imprimé, dans l’ordre du fichier. Les images, l’écriture à la main et les dessins n’y sont pas.',
  'This page could not be read in time. Open the PDF.': 'Cette page n’a pas pu être lue à temps. Ouvrez le PDF.',
  'This page has no text that can be read out: it is a picture, such as a scan.':
    'Cette page n’a pas de texte qui puisse être lu : c’est une image, par exemple une page numérisée.',
  'Save the PDF': 'Enregistrer le PDF',
  'The pictures show what is printed. If one does not load, open the PDF.':
    'Les images montrent ce qui est imprimé. Si une image ne se charge pas, ouvrez le PDF.',
  'In blue: the addresses, which our print partner adds.': 'En bleu : les adresses, que notre imprimeur ajoute.',
  'The dashed lines are the windows of the envelope.': 'Les lignes pointillées sont les fenêtres de l’enveloppe.',
  'An illustration: the exact place can differ a little.': 'Illustration : la position exacte peut varier un peu.',
  'E-mail me about this order': 'M’informer par courriel',
  'E-mail me, too': 'M’informer aussi par courriel',
  'If you tick “{label}”, we write to the e-mail address that you give on the payment page. Each e-mail has an unsubscribe link.':
    'Si vous cochez « {label} », nous écrivons à l’adresse de courriel que vous donnez à la page de paiement. Chaque courriel contient un lien pour ne plus en recevoir.',
  'E-mails': 'Courriels',
  'News of this order goes to {addresses}.': 'Les nouvelles de cette commande vont à {addresses}.',
  'Stop these e-mails': 'Ne plus envoyer ces courriels',
  'No more e-mails are sent about this order.': 'Plus aucun courriel n’est envoyé au sujet de cette commande.',
  'This page cannot be shown at the moment.': 'Cette page ne peut pas être affichée pour le moment.',
  'Load this page again, or open the PDF.': 'Actualisez la page ou ouvrez le PDF.',
} as const;
