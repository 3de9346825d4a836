/** French of the pages that register and remove a bank account. */
export const bankAccount = {
  'Register a bank account': 'Inscrire un compte bancaire',
  'Bank account registered': 'Compte bancaire inscrit',
  'Please correct: {title}': 'À corriger : {title}',
  'Test mode: no check is printed. Do not enter the numbers of a real account.':
    'Mode d’essai : aucun chèque n’est imprimé. N’entrez pas les numéros d’un compte réel.',
  'Checks can then be drawn on it. You do this once, and get an id to use in place of the numbers.':
    'Des chèques pourront ensuite être tirés sur ce compte. L’inscription se fait une seule fois et donne un identifiant à utiliser à la place des numéros.',
  'What happens to the numbers': 'Ce que deviennent les numéros',
  'They go over an encrypted connection, once, to the partner that prints the checks.':
    'Ils sont transmis une seule fois, par une connexion chiffrée, au partenaire qui imprime les chèques.',
  'They go over an encrypted connection, once, to {printer}, the company that prints the checks.':
    'Ils sont transmis une seule fois, par une connexion chiffrée, à {printer}, l’entreprise qui imprime les chèques.',
  'They are never stored here and never shown again. Never type them into a chat.':
    'Ils ne sont jamais conservés ici ni affichés de nouveau. Ne les tapez jamais dans un clavardage.',
  'You can remove the account at any time with its id. The numbers are then deleted there, too.':
    'Vous pouvez supprimer le compte à tout moment au moyen de son identifiant. Les numéros y sont alors effacés aussi.',
  'Address for notices': 'Adresse pour les avis',
  'Not needed. The owner is told of the first checks by e-mail, and can stop them.':
    'Facultatif. Le titulaire est averti des premiers chèques par courriel et peut les arrêter.',
  'Remove an account': 'Supprimer un compte',
  'Bank in the US': 'Banque aux États-Unis',
  'Bank in Canada': 'Banque au Canada',
  'Register the account': 'Inscrire le compte',
  'Numbers are not kept: please enter them again.':
    'Les numéros ne sont pas conservés : veuillez les entrer de nouveau.',
  Registered: 'Inscrit',
  'Checks can now be drawn on “{nickname}”. Its numbers were passed on and are not kept here.':
    'Des chèques peuvent maintenant être tirés sur « {nickname} ». Ses numéros ont été transmis et ne sont pas conservés ici.',
  'Its id': 'Son identifiant',
  'Give this id to your assistant or use it as {field}. Keep it: it is shown only now.':
    'Donnez cet identifiant à votre assistant ou utilisez-le comme {field}. Conservez-le : il n’est affiché que maintenant.',
  'Whoever has the id can order checks on the account, and can remove it.':
    'Toute personne qui a l’identifiant peut commander des chèques tirés sur le compte, et peut le supprimer.',
  'You do this once. Then you go on with your check, and all that you typed is kept.':
    'Cela se fait une seule fois. Vous continuez ensuite votre chèque, et tout ce que vous avez saisi est conservé.',
  'Write a check on this account': 'Faire un chèque sur ce compte',
  'Its code': 'Son code',
  'Keep it for your next check: it is shown only now.':
    'Conservez-le pour votre prochain chèque : il n’est affiché que maintenant.',
  'Register another account': 'Inscrire un autre compte',
  'Remove this account': 'Supprimer ce compte',
  Nickname: 'Surnom du compte',
  'Country of the bank': 'Pays de la banque',
  'Account holder': 'Titulaire du compte',
  'Bank name': 'Nom de la banque',
  'Routing number': 'Numéro d’acheminement',
  'Transit number': 'Numéro de transit',
  'Institution number': 'Numéro d’institution',
  'Account number': 'Numéro de compte',
  'Account type': 'Type de compte',
  Authorization: 'Autorisation',
  'Kept and shown: no account numbers in it.': 'Conservé et affiché : n’y mettez aucun numéro de compte.',
  'United States': 'États-Unis',
  Canada: 'Canada',
  'As the bank knows it: a person or an organization.':
    'Tel que la banque le connaît : une personne ou une organisation.',
  'As it stands on a check.': 'Tel qu’il figure sur un chèque.',
  '9 digits, the first group at the foot of most checks.':
    '9 chiffres, le premier groupe au bas de la plupart des chèques.',
  '5 digits: the branch. At the foot of a check, after its number.':
    '5 chiffres : la succursale. Au bas d’un chèque, après le numéro du chèque.',
  '3 digits: the bank. It follows the transit number.': '3 chiffres : la banque. Il suit le numéro de transit.',
  '4 to 17 digits in the US, 5 to 12 in Canada. Spaces and hyphens do not matter.':
    'De 4 à 17 chiffres aux États-Unis, de 5 à 12 au Canada. Les espaces et les traits d’union ne comptent pas.',
  'Not stated': 'Non précisé',
  'Checking (chequing)': 'Compte-chèques',
  Savings: 'Épargne',
  'I may sign for this account, and checks that are ordered with its id may be drawn on it.':
    'J’ai le pouvoir de signer pour ce compte, et les chèques commandés avec son identifiant peuvent être tirés sur lui.',
  'I may sign for this account, and {name} may have checks drawn on it that are ordered with its id.':
    'J’ai le pouvoir de signer pour ce compte, et {name} peut faire tirer sur lui les chèques commandés avec son identifiant.',
  'Too many requests came from your network. Please try again {when}.':
    'Trop de demandes sont venues de votre réseau. Veuillez réessayer {when}.',
  'The account is removed': 'Le compte est supprimé',
  'Remove a bank account': 'Supprimer un compte bancaire',
  'Remove this bank account?': 'Supprimer ce compte bancaire ?',
  Removed: 'Supprimé',
  'No check can be drawn on a removed account, and the print partner deletes its numbers.':
    'Aucun chèque ne peut être tiré sur un compte supprimé, et le partenaire d’impression efface ses numéros.',
  'Id of the account': 'Identifiant du compte',
  'It begins with bank_, and was shown when the account was registered.':
    'Il commence par bank_ et a été affiché à l’inscription du compte.',
  Continue: 'Continuer',
  'Register an account instead': 'Inscrire plutôt un compte',
  'No check can be drawn on “{nickname}” any more, and the print partner deletes its numbers.':
    'Plus aucun chèque ne pourra être tiré sur « {nickname} », et le partenaire d’impression effacera ses numéros.',
  'Checks that are not paid yet are cancelled.': 'Les chèques qui ne sont pas encore payés sont annulés.',
  'Checks that are paid still go out. To stop one, cancel its order before.':
    'Les chèques déjà payés partent quand même. Pour en arrêter un, annulez d’abord sa commande.',
  'This cannot be undone. The account can be registered again at any time.':
    'Cette action est définitive. Le compte peut être inscrit de nouveau à tout moment.',
  'Yes, remove it': 'Oui, le supprimer',
  'No, keep the account': 'Non, garder le compte',
  'No check can be drawn on it any more, and its numbers are deleted at the print partner.':
    'Plus aucun chèque ne peut être tiré sur ce compte, et ses numéros sont effacés chez le partenaire d’impression.',
  'No check can be drawn on it any more. A check that was paid before still goes out; the print partner deletes the numbers by itself after that.':
    'Plus aucun chèque ne peut être tiré sur ce compte. Un chèque payé auparavant part quand même ; le partenaire d’impression efface ensuite les numéros de lui-même.',
  'Register an account': 'Inscrire un compte',
  'There is no account of this id. Please check that it was copied whole.':
    'Aucun compte n’a cet identifiant. Veuillez vérifier que vous l’avez copié en entier.',
} as const;

/** French of what may be wrong with a bank account. A problem with a field follows the field's label. */
export const bankAccountProblems = {
  'is missing: tick the box if you may sign for the account.':
    'manque : cochez la case si vous avez le pouvoir de signer pour le compte.',
  'Nothing was registered: the form was sent by another site. Please fill it in here.':
    'Rien n’a été inscrit : le formulaire a été envoyé par un autre site. Veuillez le remplir ici.',
  'Nothing was removed: the form was sent by another site. Please fill it in here.':
    'Rien n’a été supprimé : le formulaire a été envoyé par un autre site. Veuillez le remplir ici.',
  'must not be empty (what the account is called here and in answers; no account or routing number).':
    'est vide : entrez le nom que le compte porte ici, sans numéro de compte ni d’acheminement.',
  'must not be empty (the name that the bank knows the holder by).':
    'est vide : entrez le nom sous lequel la banque connaît le titulaire.',
  'must not be empty (name of the bank).': 'est vide : entrez le nom de la banque.',
  'must not be empty (4 to 17 digits in the US, 5 to 12 in Canada).':
    'est vide : de 4 à 17 chiffres aux États-Unis, de 5 à 12 au Canada.',
  'must have at most {count} characters.': 'doit compter au plus {count} caractères.',
  'must not contain line breaks, control or invisible characters.':
    'ne doit contenir ni saut de ligne ni caractère de commande ou invisible.',
  'must contain a letter or a digit.': 'doit contenir une lettre ou un chiffre.',
  'is missing: send "US" or "CA".': 'manque : choisissez les États-Unis ou le Canada.',
  'must be "US" or "CA".': 'doit être les États-Unis ou le Canada.',
  'must be "chequing" or "savings".': 'doit être un compte-chèques ou un compte d’épargne.',
  'has more than {count} accents or other combining marks in a row: remove them.':
    'contient plus de {count} accents ou autres signes combinants de suite : retirez-les.',
  'looks as if it held a routing and an account number, and those are never kept here: leave them out.':
    'semble contenir un numéro d’acheminement et un numéro de compte, qui ne sont jamais conservés ici : retirez-les.',
  'must not contain digits of the account or routing number: it is stored and shown.':
    'ne doit contenir aucun chiffre du numéro de compte ou d’acheminement : il est conservé et affiché.',
  'must have 4 to 17 digits.': 'doit compter de 4 à 17 chiffres.',
  'must have 5 to 12 digits in Canada, without the transit and institution number.':
    'doit compter de 5 à 12 chiffres au Canada, sans les numéros de transit et d’institution.',
  'must be left out in the US: only Canadian accounts have one.':
    'doit rester vide aux États-Unis : seuls les comptes canadiens en ont un.',
  'is missing: a US account needs its 9-digit routing number.':
    'manque : un compte américain a besoin de son numéro d’acheminement à 9 chiffres.',
  'must have 9 digits in the US.': 'doit compter 9 chiffres aux États-Unis.',
  'is not the number of any US bank: please check each digit.':
    'n’est le numéro d’aucune banque américaine : veuillez vérifier chaque chiffre.',
  'must have 8 digits in Canada: 5 of the transit, 3 of the institution.':
    'doit compter 8 chiffres au Canada : 5 de transit, 3 d’institution.',
  'is missing: a Canadian account needs its 5-digit transit number.':
    'manque : un compte canadien a besoin de son numéro de transit à 5 chiffres.',
  'is missing: a Canadian account needs its 3-digit institution number.':
    'manque : un compte canadien a besoin de son numéro d’institution à 3 chiffres.',
  'must have {count} digits.': 'doit compter {count} chiffres.',
  'is another than the routing number says.': 'n’est pas celui qu’indique le numéro d’acheminement.',
  'The print partner refused this account: compare the account number, the routing or transit and institution numbers, and the names with a check of that account.':
    'Le partenaire d’impression a refusé ce compte : comparez le numéro de compte, les numéros d’acheminement ou de transit et d’institution, et les noms avec un chèque de ce compte.',
  'The print partner does not answer at this moment; nothing was kept. Send the same request again in a minute.':
    'Le partenaire d’impression ne répond pas en ce moment ; rien n’a été conservé. Réessayez dans une minute.',
  'Nothing is drawn on this account any more, but it is not removed yet. The print partner does not answer, so it still has its numbers. Send the same request again.':
    'Plus aucun chèque n’est tiré sur ce compte, mais il n’est pas encore supprimé. Le partenaire d’impression ne répond pas et garde donc ses numéros. Réessayez dans une minute.',
  'Nothing is drawn on this account any more, but it is not removed yet. Many unpaid checks draw on it, and not all of them are cancelled yet. Send the same request again.':
    'Plus aucun chèque n’est tiré sur ce compte, mais il n’est pas encore supprimé. Beaucoup de chèques non payés sont tirés sur lui, et tous ne sont pas encore annulés. Réessayez.',
} as const;
