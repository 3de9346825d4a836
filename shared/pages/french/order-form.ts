/** French of the form on which a person orders, and of its preview. */
export const orderForm = {
  'What would you like to send?': 'Que souhaitez-vous envoyer ?',
  'To the US and Canada. You write, see every page and the exact price, and pay by card. No account.':
    'Vers les États-Unis et le Canada. Vous écrivez, voyez chaque page et le prix exact, puis payez par carte. Sans compte.',
  'Write a letter': 'Écrire une lettre',
  'Send a check': 'Envoyer un chèque',
  'Send a fax': 'Envoyer une télécopie',
  'Printed on paper and mailed in an envelope.': 'Imprimée sur papier et postée sous enveloppe.',
  'Drawn on your bank account, printed and mailed.': 'Tiré sur votre compte bancaire, imprimé et posté.',
  'Sent to a fax number.': 'Envoyée à un numéro de télécopieur.',
  'One page costs {price}, before tax.': 'Une page coûte {price}, avant taxes.',
  'One page costs {us} to the US and {ca} to Canada, before tax.':
    'Une page coûte {us} vers les États-Unis et {ca} vers le Canada, avant taxes.',
  'It costs {us} to the US and {ca} to Canada, before tax, whatever the amount.':
    'L’envoi coûte {us} vers les États-Unis et {ca} vers le Canada, avant taxes, quel que soit le montant.',
  'You see every page and the exact price before you decide. Nothing is charged here.':
    'Vous voyez chaque page et le prix exact avant de décider. Rien n’est facturé ici.',
  'Send something else': 'Envoyer autre chose',
  'Send a file from my device instead': 'Envoyer plutôt un fichier de mon appareil',
  'Attach another file': 'Joindre un autre fichier',
  'Your file is attached. You see its pages in the preview.':
    'Votre fichier est joint. Vous verrez ses pages dans l’aperçu.',
  'Your file is attached: 1 page. You see it in the preview.':
    'Votre fichier est joint : 1 page. Vous la verrez dans l’aperçu.',
  'Your file is attached: {pages} pages. You see them in the preview.':
    'Votre fichier est joint : {pages} pages. Vous les verrez dans l’aperçu.',
  'This file cannot be printed. Attach another one.': 'Ce fichier ne peut pas être imprimé. Joignez-en un autre.',
  'The letter': 'La lettre',
  'The fax': 'La télécopie',
  'Your text': 'Votre texte',
  'An empty line begins a new paragraph. Both addresses are added to the first page.':
    'Une ligne vide commence un nouveau paragraphe. Les deux adresses sont ajoutées à la première page.',
  'An empty line begins a new paragraph. Say who sends it, and to whom.':
    'Une ligne vide commence un nouveau paragraphe. Indiquez qui l’envoie et à qui.',
  'As you type, your pages appear here.': 'Vos pages apparaissent ici à mesure que vous écrivez.',
  'My text uses Markdown': 'Mon texte est en Markdown',
  'Marks become headings, lists, tables and bold text. Without the tick, your text is printed as it stands.':
    'Les marques deviennent des titres, des listes, des tableaux et du gras. Si la case n’est pas cochée, votre texte est imprimé tel quel.',
  Recipient: 'Destinataire',
  Sender: 'Expéditeur',
  'Pay to': 'À l’ordre de',
  Options: 'Options',
  Name: 'Nom',
  'Company (optional)': 'Entreprise (facultatif)',
  'Street and number, or PO box': 'Numéro et rue, ou case postale',
  'Apartment, suite, unit (optional)': 'Appartement, bureau, unité (facultatif)',
  City: 'Ville',
  'State or province': 'État ou province',
  'ZIP or postal code': 'Code ZIP ou code postal',
  Country: 'Pays',
  'Print in colour': 'Imprimer en couleurs',
  'Registered mail': 'Courrier recommandé',
  'With tracking: certified in the US, with a signature in Canada.':
    'Avec repérage : certifié aux États-Unis, avec signature au Canada.',
  'Day of printing (optional)': 'Jour de l’impression (facultatif)',
  'From tomorrow to 90 days ahead. Without a day it goes as soon as it is paid.':
    'De demain à dans 90 jours. Sans date, l’envoi part dès qu’il est payé.',
  'Please choose a day of the calendar.': 'Veuillez choisir un jour du calendrier.',
  'Please choose a day from {first} to {last}.': 'Veuillez choisir un jour du {first} au {last}.',
  Amount: 'Montant',
  'In the currency of the bank account, such as 125.50.': 'Dans la monnaie du compte bancaire, par exemple 125,50.',
  'Memo (optional)': 'Objet (facultatif)',
  'Printed on the check: at most 40 characters.': 'Imprimé sur le chèque : au plus 40 caractères.',
  'Register an account (in a new tab)': 'Inscrire un compte (dans un nouvel onglet)',
  'Message (optional)': 'Message (facultatif)',
  'Printed below the check.': 'Imprimé sous le chèque.',
  'Fax number': 'Numéro de télécopieur',
  'In the US or Canada, such as 212 555 0199.': 'Aux États-Unis ou au Canada, par exemple 514 555-0199.',
  'Province of the recipient': 'Province du destinataire',
  'Preview and price': 'Aperçu et prix',
  'Please correct what is marked below. Everything else is kept.':
    'Veuillez corriger ce qui est indiqué ci-dessous. Tout le reste est conservé.',
  '{group}: {field}.': '{group} : {field}.',
  'Please fill this in.': 'Veuillez remplir ce champ.',
  'Please choose one.': 'Veuillez en choisir un.',
  'There is no such province or territory in Canada.': 'Cette province ou ce territoire n’existe pas au Canada.',
  'This is no fax number in the US or Canada.': 'Ce n’est pas un numéro de télécopieur aux États-Unis ou au Canada.',
  'This area code serves several provinces, whose taxes differ. Please name the one.':
    'Cet indicatif régional dessert plusieurs provinces, dont les taxes diffèrent. Veuillez indiquer laquelle.',
  'Please enter an amount between 1 and 25,000, such as 125.50.':
    'Veuillez entrer un montant entre 1 et 25 000, par exemple 125,50.',
  'This field': 'Ce champ',
  'This is too long. Please shorten it.': 'C’est trop long. Veuillez raccourcir.',
  'This has too many accents in a row. Please remove them.': 'Il y a trop d’accents de suite. Veuillez les retirer.',
  'A picture or a style in your text is on another site, and nothing is fetched for print. Please remove it.':
    'Une image ou un style de votre texte se trouve sur un autre site, et rien n’est téléchargé pour l’impression. Veuillez le retirer.',
  'Markdown cannot be printed at this moment. Please send plain text: remove the tick below it.':
    'Le Markdown ne peut pas être imprimé en ce moment. Veuillez envoyer du texte simple : décochez la case ci-dessous.',
  'This Markdown cannot be printed. Please make it simpler, or remove the tick below it.':
    'Ce Markdown ne peut pas être imprimé. Veuillez le simplifier ou décocher la case ci-dessous.',
  'The character “{character}” cannot be printed. Please remove it.':
    'Le caractère « {character} » ne peut pas être imprimé. Veuillez le retirer.',
  'Preview: nothing is ordered yet': 'Aperçu : rien n’est encore commandé',
  Preview: 'Aperçu',
  'This is what will be sent. Please check every line and every page.':
    'Voici ce qui sera envoyé. Veuillez vérifier chaque ligne et chaque page.',
  'The price is held for an hour, and that hour was over. This is today’s price: please check it again.':
    'Le prix est garanti une heure, et cette heure était écoulée. Voici le prix actuel : veuillez le vérifier.',
  'Change something': 'Modifier',
  'Please check': 'À vérifier',
  'The button opens your order. Keep its address: there you pay, follow the order, cancel it and get the receipt.':
    'Le bouton ouvre votre commande. Gardez son adresse : c’est là que vous payez, suivez la commande, l’annulez et obtenez le reçu.',
  'Nothing is charged until you pay.': 'Rien n’est facturé avant que vous payiez.',
  'Try again': 'Réessayer',
  'Nothing was ordered: the form was sent by another site. Please fill it in here.':
    'Rien n’a été commandé : le formulaire a été envoyé par un autre site. Veuillez le remplir ici.',
  'The service is busy at this moment. Nothing that you typed is lost: please try again in a few seconds.':
    'Le service est occupé en ce moment. Rien de ce que vous avez tapé n’est perdu : réessayez dans quelques secondes.',
  'Continue with this address': 'Continuer avec cette adresse',
  'As you typed it': 'Telle que saisie',
  'If you change nothing, it is mailed to the address as you typed it.':
    'Si vous ne changez rien, l’envoi part à l’adresse telle que vous l’avez saisie.',
  'If it is wrong, change it. Mail that comes back is not refunded.':
    'Si elle est erronée, modifiez-la. Un envoi qui revient n’est pas remboursé.',
  'News of your order': 'Nouvelles de votre commande',
  'Your e-mail address (optional)': 'Votre adresse de courriel (facultatif)',
  'We write when it is paid, mailed, delivered or returned, and if it fails.':
    'Nous écrivons quand l’envoi est payé, posté, livré ou retourné, et en cas d’échec.',
  'We write when it is paid and sent, and if it fails.':
    'Nous écrivons quand la télécopie est payée et envoyée, et en cas d’échec.',
  'Please enter one e-mail address, such as ada@example.com.':
    'Veuillez saisir une seule adresse de courriel, par exemple ada@example.com.',
} as const;
