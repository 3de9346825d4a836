/** French of the home page. */
export const frenchHome = {
  'Letters, checks and faxes to the US and Canada': 'Lettres, chèques et télécopies vers les États-Unis et le Canada',
  'An exact price first. You see every page and pay by card; only then it is printed, mailed or faxed, once. No account.':
    'D’abord un prix exact. Vous voyez chaque page et payez par carte ; ensuite seulement, votre envoi est imprimé, posté ou télécopié, une seule fois. Sans compte.',
  'Write and send': 'Écrire et envoyer',
  'Build with the API': 'Programmer avec l’API (en anglais)',
  'Letters and checks to the US and Canada': 'Lettres et chèques vers les États-Unis et le Canada',
  'An exact price first. You see every page and pay by card; only then it is printed and mailed, once. No account.':
    'D’abord un prix exact. Vous voyez chaque page et payez par carte ; ensuite seulement, votre envoi est imprimé et posté, une seule fois. Sans compte.',
  'Add this address to an assistant that speaks MCP, and ask for a letter or a check. No key is needed.':
    'Ajoutez cette adresse à un assistant compatible MCP, puis demandez une lettre ou un chèque. Aucune clé n’est nécessaire.',
  'Usually there within minutes': 'Sur place habituellement en quelques minutes',
  'Usually there in {least} to {most} business days': 'Sur place habituellement en {least} à {most} jours ouvrables',
  'How it works': 'Comment cela fonctionne',
  'You write, or attach a PDF': 'Vous écrivez, ou joignez un PDF',
  'You see every page and the exact price': 'Vous voyez chaque page et le prix exact',
  'You pay by card, without an account': 'Vous payez par carte, sans compte',
  'It is sent once, and you see how far it is': 'L’envoi part une seule fois, et vous le suivez',
  Questions: 'Questions',
  'When does it arrive?': 'Quand est-ce que cela arrive ?',
  'Mail usually takes {least} to {most} business days. The page of your order shows how far it is.':
    'Le courrier met habituellement de {least} à {most} jours ouvrables. La page de votre commande indique où il en est.',
  'Can I cancel?': 'Puis-je annuler ?',
  'Yes, until our partner begins its work, and all is refunded. The page of your order has the button.':
    'Oui, jusqu’à ce que notre partenaire se mette à l’ouvrage, et tout est remboursé. Le bouton se trouve sur la page de votre commande.',
  'What is this charge on my statement?': 'À quoi correspond ce débit sur mon relevé ?',
  'The letters and digits beside the name are the order number. Support finds the order by it.':
    'Les lettres et les chiffres à côté du nom sont le numéro de commande. Le soutien retrouve la commande grâce à lui.',
  'My link does not work': 'Mon lien ne fonctionne pas',
  'An order can be paid for 24 hours.': 'Une commande peut être payée pendant 24 heures.',
  Prices: 'Prix',
  'United States': 'États-Unis',
  Canada: 'Canada',
  'Paper, printing, envelope and postage included. Sales tax is added for recipients in Canada; every quote names the exact total.':
    'Papier, impression, enveloppe et port compris. Les taxes s’ajoutent pour les destinataires au Canada ; chaque devis indique le total exact.',
  'From a chat': 'Depuis une conversation',
  'Add this address to an assistant that speaks MCP, and ask for a letter, a check or a fax. No key is needed.':
    'Ajoutez cette adresse à un assistant compatible MCP, puis demandez une lettre, un chèque ou une télécopie. Aucune clé n’est nécessaire.',
  'How to connect Claude, ChatGPT, VS Code and Cursor':
    'Comment connecter Claude, ChatGPT, VS Code et Cursor (en anglais)',
  Copy: 'Copier',
  Copied: 'Copié',
  'From a program': 'Depuis un programme',
  'A first request: the exact price of a letter. Nothing is charged.':
    'Une première requête : le prix exact d’une lettre. Rien n’est facturé.',
  'API reference': 'Référence de l’API (en anglais)',
  'For payers': 'Pour qui paie',
  'Register a bank account for checks': 'Enregistrer un compte bancaire pour les chèques',
  'Sent to the US and Canada': 'Envoyé aux États-Unis et au Canada',
  'An exact price first. You see every page and pay by card; only then it is sent, once. No account.':
    'D’abord un prix exact. Vous voyez chaque page et payez par carte ; l’envoi part ensuite, une seule fois. Sans compte.',
  'Add this address to an assistant that speaks MCP, and ask for what is offered here. No key is needed.':
    'Ajoutez cette adresse à un assistant qui parle MCP et demandez ce qui est offert ici. Aucune clé n’est nécessaire.',
} as const;
