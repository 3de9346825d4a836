/** French of the page behind the address on a letter's last page. */
export const verifyMark = {
  'A letter with this code was mailed': 'Une lettre portant ce code a été postée',
  'This service printed and mailed it. Compare the paper in your hands:':
    'Ce service l’a imprimée et postée. Comparez avec le papier que vous tenez :',
  'Mailed on': 'Postée le',
  Code: 'Code',
  'The sender typed this name. This service has not checked who that is.':
    'L’expéditeur a saisi ce nom. Ce service n’a pas vérifié de qui il s’agit.',
  'Codes can be copied: if the name, the day or the number of pages differ, the paper is another letter.':
    'Un code peut être recopié : si le nom, le jour ou le nombre de pages diffèrent, le papier est une autre lettre.',
  'The words on the paper were not compared with anything.':
    'Les mots imprimés sur le papier n’ont été comparés à rien.',
  'Have you got it as a PDF, too?': 'L’avez-vous aussi en PDF ?',
  'The PDF': 'Le PDF',
  'Find out whether it is unchanged. You can drop it here.': 'Sachez s’il est inchangé. Vous pouvez le déposer ici.',
  Compare: 'Comparer',
  'The file is sent to this service, compared and not kept. It may have 4 MB.':
    'Le fichier est transmis à ce service, comparé, puis oublié. Il peut avoir 4 Mo.',
  'Your file stays with you: only its fingerprint (SHA-256) is sent, and not kept.':
    'Votre fichier reste chez vous : seule son empreinte (SHA-256) est transmise, puis oubliée.',
  Unchanged: 'Inchangé',
  'Another file': 'Un autre fichier',
  'This is the very PDF that was printed, byte for byte.': 'C’est, octet pour octet, le PDF qui a été imprimé.',
  'This is the file that the sender gave, byte for byte. The printed pages have the address for you in addition.':
    'C’est, octet pour octet, le fichier fourni par l’expéditeur. Les pages imprimées portent en plus l’adresse qui vous est destinée.',
  'This is not the PDF that was printed. Not one byte may differ: also the same text, saved anew, is another file.':
    'Ce n’est pas le PDF qui a été imprimé. Pas un seul octet ne doit différer : le même texte, enregistré de nouveau, est un autre fichier.',
  'Nothing was compared. Try again in a few minutes.': 'Rien n’a été comparé. Réessayez dans quelques minutes.',
  'No mailed letter has this code': 'Aucune lettre postée ne porte ce code',
  'Do not rely on the paper before it has answered here.':
    'Ne vous fiez pas au papier tant que son code n’a pas répondu ici.',
  'The address was not typed as it is printed: the code has ten letters and digits.':
    'L’adresse n’a pas été saisie telle qu’elle est imprimée : le code a dix lettres et chiffres.',
  'The letter was mailed a moment ago: try again tomorrow.': 'La lettre vient d’être postée : réessayez demain.',
  'The letter is older than 400 days, or did not come from this service.':
    'La lettre a plus de 400 jours, ou ne vient pas de ce service.',
} as const;
