/** French of the page on which a file is attached. */
export const upload = {
  'Whoever gave you this link can read the file. Attach it only if you asked for this page.':
    'La personne qui vous a donné ce lien peut lire le fichier. Ne le joignez que si vous avez demandé cette page.',
  'Attach your file here': 'Joignez votre fichier ici',
  'It is printed or faxed only if you pay for it. Otherwise it is removed after a day.':
    'Il n’est imprimé ou télécopié que si vous payez. Sinon, il est supprimé après une journée.',
  'Your file': 'Votre fichier',
  'A PDF with pages of 8.5 × 11 inches, of at most {megabytes} MB.':
    'Un PDF dont les pages ont 8,5 × 11 pouces, d’au plus {megabytes} Mo.',
  'A PDF, or a photograph of a page (JPEG, PNG), of at most {megabytes} MB.':
    'Un PDF ou la photo d’une page (JPEG, PNG), d’au plus {megabytes} Mo.',
  'Attach the file': 'Joindre le fichier',
  'Your file is being sent.': 'Votre fichier est en cours d’envoi.',
  'This file is empty. Choose another one.': 'Ce fichier est vide. Choisissez-en un autre.',
  'This file has more than {megabytes} MB. Choose a smaller one.':
    'Ce fichier a plus de {megabytes} Mo. Choisissez-en un plus petit.',
  'Your file did not arrive. Try again, or load this page again.':
    'Votre fichier n’est pas arrivé. Réessayez, ou rechargez cette page.',
  Attached: 'Joint',
  'Your file is attached': 'Votre fichier est joint',
  'You can close this page, and go on where you came from. Nothing is ordered yet.':
    'Vous pouvez fermer cette page et continuer là d’où vous venez. Rien n’est encore commandé.',
  'Attach another file instead': 'Joindre plutôt un autre fichier',
  'A price was already asked for it. To send another file, ask for a new page where you came from.':
    'Un prix a déjà été demandé pour ce fichier. Pour en envoyer un autre, demandez une nouvelle page là d’où vous venez.',
  'This page is no longer open': 'Cette page n’est plus ouverte',
  'A file could be attached here for an hour. Ask for a new page where you came from.':
    'Un fichier pouvait être joint ici pendant une heure. Demandez une nouvelle page là d’où vous venez.',
} as const;
