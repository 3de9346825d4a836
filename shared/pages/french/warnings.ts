/** French of warnings to payers. */
export const warnings = {
  'Before you pay': 'Avant de payer',
  'Please note': 'Veuillez noter',
  'If something is wrong, do not pay. Ask the person who sent you this link for a new one.':
    'Si quelque chose est inexact, ne payez pas. Demandez un nouveau lien à la personne qui vous a envoyé celui-ci.',
  'The first checks on a bank account wait. This one goes to print {hours} hours after the payment. Until then you can cancel it, and all is refunded.':
    'Les premiers chèques tirés sur un compte attendent. Celui-ci part à l’impression {hours} heures après le paiement. D’ici là, vous pouvez l’annuler, et tout est remboursé.',
  'ZIP code': 'code ZIP',
  'postal code': 'code postal',
  'The recipient’s address has no {code}. Mail without one can arrive late or come back.':
    'L’adresse du destinataire n’a pas de {code}. Le courrier peut alors arriver en retard ou être retourné.',
  'The sender’s address has no {code}. Mail that cannot be delivered may not come back.':
    'L’adresse de l’expéditeur n’a pas de {code}. Un envoi non distribuable pourrait ne pas revenir.',
  'The {code} of the recipient, {given}, looks incomplete or wrong.':
    'Le {code} du destinataire, {given}, semble incomplet ou inexact.',
  'The {code} of the sender, {given}, looks incomplete or wrong.':
    'Le {code} de l’expéditeur, {given}, semble incomplet ou inexact.',
  'The {code} of the recipient, {given}, does not belong to {region}.':
    'Le {code} du destinataire, {given}, ne correspond pas à {region}.',
  'The {code} of the sender, {given}, does not belong to {region}.':
    'Le {code} de l’expéditeur, {given}, ne correspond pas à {region}.',
  'The request for this order held something that was not understood and was left out. Please check that the order is as you want it.':
    'La demande de cette commande contenait un élément qui n’a pas été compris et qui a été ignoré. Veuillez vérifier que la commande vous convient.',
  'The name or address of the recipient has characters that may not print: {characters}.':
    'Le nom ou l’adresse du destinataire contient des caractères qui pourraient ne pas s’imprimer : {characters}.',
  'The name or address of the sender has characters that may not print: {characters}.':
    'Le nom ou l’adresse de l’expéditeur contient des caractères qui pourraient ne pas s’imprimer : {characters}.',
  'The recipient’s address names no state.': 'L’adresse du destinataire n’indique aucun État.',
  'The sender’s address names no state.': 'L’adresse de l’expéditeur n’indique aucun État.',
  'The recipient’s address names no province.': 'L’adresse du destinataire n’indique aucune province.',
  'The sender’s address names no province.': 'L’adresse de l’expéditeur n’indique aucune province.',
  'The recipient’s address names a state that does not exist: {given}.':
    'L’adresse du destinataire indique un État qui n’existe pas : {given}.',
  'The sender’s address names a state that does not exist: {given}.':
    'L’adresse de l’expéditeur indique un État qui n’existe pas : {given}.',
  'The recipient’s address has no house number.': 'L’adresse du destinataire n’a pas de numéro de maison.',
  'The sender’s address has no house number.': 'L’adresse de l’expéditeur n’a pas de numéro de maison.',
  'The recipient’s address names no street.': 'L’adresse du destinataire n’indique aucune rue.',
  'The sender’s address names no street.': 'L’adresse de l’expéditeur n’indique aucune rue.',
  'The recipient’s address names a unit without its number.':
    'L’adresse du destinataire mentionne un appartement ou un bureau sans son numéro.',
  'The sender’s address names a unit without its number.':
    'L’adresse de l’expéditeur mentionne un appartement ou un bureau sans son numéro.',
  'The recipient’s address names a PO box without its number.':
    'L’adresse du destinataire mentionne une case postale sans son numéro.',
  'The sender’s address names a PO box without its number.':
    'L’adresse de l’expéditeur mentionne une case postale sans son numéro.',
  'The recipient’s address may have a mistake: {parts}.':
    'L’adresse du destinataire contient peut-être une erreur : {parts}.',
  'Mail to the recipient’s address may come back: {reasons}.':
    'Le courrier envoyé à l’adresse du destinataire pourrait être retourné : {reasons}.',
  'the street': 'la rue',
  'the unit': 'l’appartement ou le bureau',
  'the city': 'la ville',
  'the state': 'l’État',
  'the province': 'la province',
  'the ZIP code': 'le code ZIP',
  'the postal code': 'le code postal',
  'the house number is missing': 'le numéro de la maison manque',
  'the street has no such number': 'la rue n’a pas ce numéro',
  'the street is not known there': 'la rue n’y est pas connue',
  'the building has several units, and none is named': 'l’immeuble compte plusieurs logements et aucun n’est indiqué',
  'the building has no such unit': 'l’immeuble n’a pas ce logement',
  'the city and the postal code do not belong together': 'la ville et le code postal ne correspondent pas',
  'the post knows no such address': 'la poste ne connaît pas cette adresse',
  'The check is in US dollars and goes to Canada. The recipient’s bank may charge for it or take longer.':
    'Le chèque est en dollars américains et part au Canada. La banque du destinataire peut exiger des frais ou prendre plus de temps.',
  'The check is in Canadian dollars and goes to the US. The recipient’s bank may charge for it or take longer.':
    'Le chèque est en dollars canadiens et part aux États-Unis. La banque du destinataire peut exiger des frais ou prendre plus de temps.',
  'The area code of this fax number serves {provinces}. The tax is that of {province}.':
    'L’indicatif régional de ce numéro de télécopieur dessert {provinces}. La taxe est celle de {province}.',
  'The recipient’s province decides the tax: it is {tax}. The total is {total}, as quoted.':
    'La province du destinataire détermine la taxe : {tax}. Le total est de {total}, comme dans le devis.',
  'The price was quoted before the tax was known. With {tax} the total is {total}; the quote said {quoted}.':
    'Le devis a été établi avant que la taxe soit connue. Avec {tax}, le total est de {total} ; le devis indiquait {quoted}.',
  'The price was quoted with the tax of another province. With {tax} the total is {total}; the quote said {quoted}.':
    'Le devis comprenait la taxe d’une autre province. Avec {tax}, le total est de {total} ; le devis indiquait {quoted}.',
  'Something is printed at the top of page 1, where the addresses go. They may cover it.':
    'Le haut de la page 1, réservé aux adresses, n’est pas vide. Les adresses peuvent en couvrir une partie.',
  'The top of page 1 could not be checked. The addresses may cover what is printed there.':
    'Le haut de la page 1 n’a pas pu être vérifié. Les adresses peuvent couvrir ce qui s’y trouve.',
  'Parts of the document that only work on a screen were left out. Please check that nothing is missing.':
    'Les parties du document qui ne fonctionnent qu’à l’écran ont été retirées. Veuillez vérifier que rien ne manque.',
  'The document is wider than the sheet. It is printed a little smaller.':
    'Le document est plus large que la feuille. Il est imprimé un peu plus petit.',
  'A part of the document is hidden and will not be printed. Please check that nothing is missing.':
    'Une partie du document est masquée et ne sera pas imprimée. Veuillez vérifier que rien ne manque.',
  'Only text is printed below a check. Left out of the message: {kinds}.':
    'Seul du texte est imprimé sous un chèque. Retiré du message : {kinds}.',
  pictures: 'images',
  'embedded pages and recordings': 'pages intégrées et enregistrements',
  'form fields': 'champs de formulaire',
  styles: 'styles',
  scripts: 'scripts',
  'Wide pages are turned by a quarter to fit the sheet: {pages}.':
    'Les pages en format paysage sont tournées d’un quart de tour sur la feuille : {pages}.',
  'The size of these pages was corrected to the sheet. Nothing is cut off: {pages}.':
    'Le format de ces pages a été ajusté à la feuille. Rien n’est coupé : {pages}.',
  'These pages were fitted to the sheet, and nothing is cut off: {pages}.':
    'Ces pages ont été ajustées à la feuille, et rien n’est coupé : {pages}.',
  'Links in the document were taken out. They do nothing on paper.':
    'Les liens du document ont été retirés. Ils ne servent à rien sur papier.',
  'Files that were attached to the document are not printed.': 'Les fichiers joints au document ne sont pas imprimés.',
  'Scripts and buttons of the form were taken out. They do nothing on paper.':
    'Les scripts et les boutons du formulaire ont été retirés. Ils ne servent à rien sur papier.',
  'The document was protected against changes. It is printed from an open copy.':
    'Le document était protégé contre les modifications. Il est imprimé à partir d’une copie ouverte.',
  'Comments or drawings may print otherwise than shown, or not at all: {pages}.':
    'Des commentaires ou des dessins pourraient s’imprimer autrement, ou pas du tout : {pages}.',
  'Fonts and styles from the web were left out. Please look at every page.':
    'Les polices et les styles du Web ont été retirés. Veuillez regarder chaque page.',
  'The picture is coarse. Small letters may be hard to read on paper.':
    'L’image est peu détaillée. Les petits caractères pourraient être difficiles à lire sur papier.',
  'A fax is black and white. Gray or colored areas may turn into dots or vanish: {pages}.':
    'Une télécopie est en noir et blanc. Les zones grises ou colorées peuvent devenir des points ou disparaître : {pages}.',
  'A fax is coarser than print. Thin lines may be lost: {pages}.':
    'Une télécopie est moins fine que l’impression. Des lignes minces peuvent se perdre : {pages}.',
  'A fax may lose gray areas and thin lines. These pages were not checked for them: {pages}.':
    'Une télécopie peut perdre les zones grises et les lignes minces. Pages non vérifiées à cet égard : {pages}.',
  'So many sheets are not folded: they travel flat, in a large envelope. The price stays the same.':
    'Autant de feuilles ne sont pas pliées : elles voyagent à plat, dans une grande enveloppe. Le prix reste le même.',
  'The document takes long to draw. Please look closely before you pay: {pages}.':
    'Le document est long à dessiner. Veuillez bien regarder avant de payer : {pages}.',
  'The document takes long to draw, and a picture may be missing. Please open the PDF: {pages}.':
    'Le document est long à dessiner et une image peut manquer. Veuillez ouvrir le PDF : {pages}.',
  'page {number}': 'page {number}',
  'pages {numbers}': 'pages {numbers}',
  'pages {first} to {last}': 'pages {first} à {last}',
} as const;
