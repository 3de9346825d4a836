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
  '{file} is attached.': '{file} est joint.',
  'It has 1 page.': 'Il a 1 page.',
  'It has {pages} pages.': 'Il a {pages} pages.',
  'You see all pages in the preview.': 'Vous verrez toutes les pages dans l’aperçu.',
  'Attach PDFs behind it': 'Joindre des PDF à la suite',
  'Behind it: file {number}': 'À la suite : fichier {number}',
  'Fit it to US Letter ({percent} %)': 'L’ajuster au format Lettre US ({percent} %)',
  Remove: 'Retirer',
  More: 'Plus',
  Change: 'Modifier',
  Forget: 'Oublier',
  'This browser remembers the sender of your last order.':
    'Ce navigateur se souvient de l’expéditeur de votre dernière commande.',
  '1 page · {price}': '1 page · {price}',
  '{pages} pages · {price}': '{pages} pages · {price}',
  '{price} before tax': '{price} avant taxes',
  'Something is printed at the top of page 1, where the addresses go.':
    'Quelque chose est imprimé en haut de la page 1, là où vont les adresses.',
  'Put the addresses on a page of their own in front: {pages} pages, {price}':
    'Mettre les adresses sur une page à part, devant : {pages} pages, {price}',
  'Print it as it is: the addresses may cover something':
    'Imprimer tel quel : les adresses peuvent couvrir quelque chose',
  'This file cannot be printed. Attach another one.': 'Ce fichier ne peut pas être imprimé. Joignez-en un autre.',
  'As you type, your pages appear here.': 'Vos pages apparaissent ici à mesure que vous écrivez.',
  Recipient: 'Destinataire',
  Sender: 'Expéditeur',
  'Fax number': 'Numéro de télécopieur',
  'Preview and price': 'Aperçu et prix',
  'Fill in the fields from it': 'Remplir les champs à partir de là',
  'We can’t read this address: {problem}. Write it like this, in one line or several: {example}':
    'Nous ne pouvons pas lire cette adresse : {problem}. Écrivez-la ainsi, sur une ligne ou plusieurs : {example}',
  'Please correct what is marked below. Everything else is kept.':
    'Veuillez corriger ce qui est indiqué ci-dessous. Tout le reste est conservé.',
  '{group}: {field}.': '{group} : {field}.',
  'Please fill this in.': 'Veuillez remplir ce champ.',
  'Please choose one.': 'Veuillez en choisir un.',
  'Please choose a day of the calendar.': 'Veuillez choisir un jour du calendrier.',
  'Please choose a day from {first} to {last}.': 'Veuillez choisir un jour du {first} au {last}.',
  'This field': 'Ce champ',
  'Please check this field.': 'Veuillez vérifier ce champ.',
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
  'The button opens the payment page. Nothing is charged until you pay there.':
    'Le bouton ouvre la page de paiement. Rien n’est facturé avant que vous y payiez.',
  'Then you see your order. Keep its address: there you follow the order, cancel it and get the receipt.':
    'Vous voyez ensuite votre commande. Gardez son adresse : c’est là que vous la suivez, l’annulez et obtenez le reçu.',
  'Continue to payment': 'Passer au paiement',
  'On to the payment': 'Vers le paiement',
  'Nothing is charged until you pay there.': 'Rien n’est facturé avant que vous y payiez.',
  'Change it': 'Modifier',
  'If something is wrong, change it before you pay.': 'Si quelque chose est erroné, modifiez-le avant de payer.',
  'Order again': 'Commander de nouveau',
  'The form is filled in as for this order.': 'Le formulaire est rempli comme pour cette commande.',
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
