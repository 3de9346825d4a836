/** French of the form on which a person orders, and of its preview. */
export const frenchOrderForm = {
  'What would you like to send?': 'Que souhaitez-vous envoyer ?',
  'To the US and Canada. You write, see every page and the exact price, and pay by card. No account.':
    'Vers les États-Unis et le Canada. Vous écrivez, voyez chaque page et le prix exact, puis payez par carte. Sans compte.',
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
  'As you type, your pages appear here.': 'Vos pages apparaissent ici à mesure que vous écrivez.',
  Recipient: 'Destinataire',
  Sender: 'Expéditeur',
  'Fax number': 'Numéro de télécopieur',
  'Preview and price': 'Aperçu et prix',
  'Fill in the fields from it': 'Remplir les champs à partir de là',
  'This is no whole address:': 'Ce n’est pas une adresse entière :',
  'Please correct what is marked below. Everything else is kept.':
    'Veuillez corriger ce qui est indiqué ci-dessous. Tout le reste est conservé.',
  '{group}: {field}.': '{group} : {field}.',
  'Please fill this in.': 'Veuillez remplir ce champ.',
  'Please choose one.': 'Veuillez en choisir un.',
  'Please choose a day of the calendar.': 'Veuillez choisir un jour du calendrier.',
  'Please choose a day from {first} to {last}.': 'Veuillez choisir un jour du {first} au {last}.',
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
} as const;
