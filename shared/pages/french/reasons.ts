/** French of the reasons why an order stands still or has failed, and of refusals that pages show. */
import { saveAsPdf } from '../../domain/given/word-file.ts';

export const reasons = {
  'The receiving line was busy.': 'La ligne du destinataire était occupée.',
  'Nobody answered the call.': 'Personne n’a répondu à l’appel.',
  'The receiving machine did not respond.': 'L’appareil destinataire n’a pas répondu.',
  'The receiving side hung up.': 'Le destinataire a raccroché.',
  'The receiving side declined the call.': 'Le destinataire a refusé l’appel.',
  'The telephone line failed.': 'La ligne téléphonique a fait défaut.',
  'The telephone network is congested.': 'Le réseau téléphonique est saturé.',
  'The fax could not be sent in time.': 'La télécopie n’a pas pu être envoyée à temps.',
  'The fax could not be sent.': 'La télécopie n’a pas pu être envoyée.',
  'The receiving machine broke off, or is no fax machine.':
    'L’appareil destinataire a interrompu la communication ou n’est pas un télécopieur.',
  'The receiving machine cannot take this fax.': 'L’appareil destinataire ne peut pas recevoir cette télécopie.',
  'The number does not exist, or is not in service.': 'Le numéro n’existe pas ou n’est pas en service.',
  'The number is not in service.': 'Le numéro n’est pas en service.',
  'The number cannot receive faxes.': 'Ce numéro ne peut pas recevoir de télécopies.',
  'The number cannot be reached.': 'Le numéro est injoignable.',
  'The fax partner could not use the document.': 'Le partenaire de télécopie n’a pas pu utiliser le document.',
  'The fax partner could not read the document.': 'Le partenaire de télécopie n’a pas pu lire le document.',
  'The fax partner refused the fax; it was not sent.':
    'Le partenaire de télécopie a refusé la télécopie ; elle n’a pas été envoyée.',
  'The fax was cancelled before it was sent.': 'La télécopie a été annulée avant son envoi.',
  'The print partner refused the document: it is too large.':
    'Le partenaire d’impression a refusé le document : il est trop volumineux.',
  'The print partner refused the document: it cannot print this PDF.':
    'Le partenaire d’impression a refusé le document : il ne peut pas imprimer ce PDF.',
  'The print partner could not print the document.': 'Le partenaire d’impression n’a pas pu imprimer le document.',
  'The print partner has cancelled the order: the content cannot be printed.':
    'Le partenaire d’impression a annulé la commande : le contenu ne peut pas être imprimé.',
  'The print partner refused the order: an address is not valid, or cannot be delivered to.':
    'Le partenaire d’impression a refusé la commande : une adresse n’est pas valide ou ne peut pas être desservie.',
  'The print partner refused the order: an address or another detail is not valid.':
    'Le partenaire d’impression a refusé la commande : une adresse ou un autre renseignement n’est pas valide.',
  'The print partner has cancelled the order: it cannot be mailed in this class to this address.':
    'Le partenaire d’impression a annulé la commande : elle ne peut pas être postée dans cette catégorie à cette adresse.',
  'The print partner refused the order.': 'Le partenaire d’impression a refusé la commande.',
  'The print partner has cancelled the order.': 'Le partenaire d’impression a annulé la commande.',
  'The order was cancelled at the print partner.': 'La commande a été annulée chez le partenaire d’impression.',
  'The partner has cancelled the order.': 'Le partenaire a annulé la commande.',
  'The partner no longer knows the order.': 'Le partenaire ne connaît plus la commande.',
  'The partner could not take the order in time.': 'Le partenaire n’a pas pu accepter la commande à temps.',
  'The partner refused the order (test trigger).': 'Le partenaire a refusé la commande (déclencheur d’essai).',
  'The partner refused the order (a developer let it fail).':
    'Le partenaire a refusé la commande (échec demandé par un développeur).',
  'The partner could not carry out the order (a developer let it fail).':
    'Le partenaire n’a pas pu exécuter la commande (échec demandé par un développeur).',
  'The document that was quoted is no longer intact.': 'Le document dont le prix a été donné n’est plus intact.',
  'It could not be carried out, and was given up.': 'La commande n’a pas pu être exécutée et a été abandonnée.',
  'The payer’s bank has given the payment back to the payer.': 'La banque du payeur lui a rendu le paiement.',
  'A fault of our own stopped the fax.': 'Une défaillance de notre part a arrêté la télécopie.',
  'Another amount was paid than the one that was approved.': 'Un autre montant que le montant approuvé a été payé.',
  'The payment has failed.': 'Le paiement a échoué.',
  'The payment is disputed at your bank.': 'Le paiement est contesté auprès de votre banque.',
  'It could not be carried out.': 'La commande n’a pas pu être exécutée.',
  'Nothing was cancelled: this request did not come from the page of the order. Open that page and cancel there.':
    'Rien n’a été annulé : cette demande ne vient pas de la page de la commande. Ouvrez cette page et annulez-y la commande.',
  'Nothing was changed: this request did not come from the page of the order. Open that page and choose the address there.':
    'Rien n’a été modifié : cette demande ne vient pas de la page de la commande. Ouvrez cette page et choisissez-y l’adresse.',
  'Nothing was changed: this request did not come from the page of the order. Open that page and press the button there.':
    'Rien n’a été modifié : cette demande ne vient pas de la page de la commande. Ouvrez cette page et appuyez-y sur le bouton.',
  'Too much is asked of the service at this moment; nothing was lost. Send the same request again in a few seconds.':
    'Le service est trop sollicité en ce moment ; rien n’a été perdu. Veuillez réessayer dans quelques secondes.',
  'The payment provider does not answer at this moment; nothing was charged. Send the same request again in a few seconds.':
    'Le fournisseur de paiement ne répond pas en ce moment ; rien n’a été débité. Veuillez réessayer dans quelques secondes.',
  'This service does not take this order. Nothing was charged, and nothing is said about you or the recipient: its operator can tell you more.':
    'Ce service n’accepte pas cette commande. Rien n’a été débité, et rien n’est dit de vous ni du destinataire : son exploitant peut vous en dire plus.',
  [saveAsPdf]:
    'Les fichiers Word changent d’aspect d’un programme à l’autre. Enregistrez le vôtre en PDF et envoyez ce PDF. Dans Word : Fichier > Enregistrer sous, puis choisissez PDF. Dans Google Docs : Fichier > Télécharger > Document PDF (.pdf). Dans Pages : Fichier > Exporter vers > PDF.',
  'Canada Post': 'Postes Canada',
} as const;
