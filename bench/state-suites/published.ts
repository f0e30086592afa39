/** Figures of others, as far as they can be compared: other runs, other lists, other ways to count. */
export const published: readonly { readonly suite: string; readonly text: string }[] = [
  {
    suite: "Siemens",
    text: "Cleve and Zeller, Locating Causes of Program Failures, ICSE 2005 (cause transitions): at most 10 % of the code in about a third of the runs.",
  },
  {
    suite: "QuixBugs",
    text: "DDMIN-LOC, arXiv 2601.04689 (coverage of the inputs that ddmin meets; QuixBugs and Codeflaws, 136 programs): the faulty statement is mostly among the first three.",
  },
];
