/** Finds the placeholders of a template that were not filled in. */

/** The first three different placeholders in a text, as its reader sees them: `<Name>` for `&lt;Name&gt;`. */
export function unfilledPlaceholders(content: string): string[] {
  // Every repetition has a limit, so a megabyte is read in linear time.
  const placeholder = new RegExp(
    [
      String.raw`\{\{[^{}\n]{1,60}\}\}`,
      String.raw`\{%[^{}\n]{1,60}%\}`,
      String.raw`\$\{[\w.]{1,60}\}`,
      '(?:<|&lt;)%[^<>\\n]{1,60}%(?:>|&gt;)',
      '%[A-Z_]{4,60}%',
      String.raw`(?:<<|&lt;&lt;)[\w .]{1,60}(?:>>|&gt;&gt;)`,
      // Word's merge fields. A French quotation has spaces inside: « Oui ».
      String.raw`«[A-Z]\w{1,60}»`,
      // A browser reads <Name> as an element and prints nothing. Real tags aren't written like this.
      '(?:<|&lt;)(?:[A-Z][a-z]{1,20}(?:[ _][A-Za-z]{1,20}){0,4}|[A-Z]{2,20}(?:[ _][A-Z]{1,20}){1,4}|[Yy]our(?:[ _][A-Za-z]{1,20}){1,4})(?:>|&gt;)',
      String.raw`\*\|[A-Z_:]{1,60}\|\*`,
      String.raw`\[object Object\]`,
      // A note (`[SIC]`) and the text of a link are not placeholders.
      String.raw`\[(?!(?:SIC|SEAL|REDACTED|CC|CDATA|USA?)\])(?:[A-Z]{2}[A-Z_ /'’-]{0,40}|(?:[Yy]our|[Ii]nsert|[Rr]ecipient|[Ss]ender)[ _][\w ]{1,40})\](?![([:])`,
      // `[Date]`, `[Landlord’s full name]`, `[City, State ZIP]`; not `[the date]`, which a quotation may have.
      String.raw`(?<!\w)\[(?!(?:the|an?|its|his|her|their|this|that) )(?:[A-Za-z][\w.,&'’-]{0,20}[ /]){0,4}(?:[Nn]ame|[Dd]ate|[Aa]ddress|[Cc]ity|ZIP(?: [Cc]ode)?|[Aa]mount|[Pp]hone|[Ee]mail|[Nn]umber|Title|[Ss]ignature)(?:s|\(s\))?\](?![([:])`,
      String.raw`\[ ?(?:[●•]|_{2,60}) ?\]`,
    ].join('|'),
    'g',
  );
  const placeholders = new Set<string>();
  for (const [text] of content.matchAll(placeholder)) {
    placeholders.add(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
    if (placeholders.size === 3) break;
  }
  return [...placeholders];
}
