/** Matches what is ambiguous without its speaker: "I", "we", "your". */
export const firstOrSecondPerson =
  /(?<![\p{L}'’-])(?:[Ii]|[Ww]e|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Uu]s|[Oo]urs?|[Oo]urselves|[Yy]ou|[Yy]our)(?![\p{L}-])/u;
