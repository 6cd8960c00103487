/** Gender marks as boards write them: "(m/w/d)", "[f/m/x]", "H/F", "(all genders)". Each has a `sign`, which few titles have. */
const genderMarks: readonly { sign: RegExp; mark: RegExp }[] = [
  {
    sign: /[([{]/,
    mark: /(?:(?<!\s)\s+)?[([{]\s*(?:(?:mwd|wmd|mfd|gn|all genders?|alle geschlechter|gender[- ]neutral)|(?:[mwfdxhvkgni*]|div(?:ers)?|(?:fe)?male|männlich|weiblich|mann|frau)\s*[/|,*:.]+(?:\s*(?:[mwfdxhvkgni+]|div(?:ers)?|(?:fe)?male|männlich|weiblich|gn|all genders?)\s*(?=[/|,*:.)\]}])[/|,*:.]*)*)\s*[)\]}](?!\p{L})/giu,
  },
  {
    sign: /[/|]/,
    mark: /(?<=[\s,–-])\(?(?:[mwf]\s?[/|]\s?[mwf]\s?[/|]\s?[dxi*]|[mwfd]\s?[/|]\s?[mwfd]\s?[/|]\s?[mwfdx]|h\s?\/\s?f|f\s?\/\s?h|m\s?\/\s?w|w\s?\/\s?m|m\s?\/\s?f|f\s?\/\s?m|m\s?\/\s?v|v\s?\/\s?m|k\s?\/\s?m)(?:\s?[/|]\s?[dx])?\)?(?=$|[\s,"–-])/giu,
  },
];

/** A title without its gender marks, to compare it with the same title on boards without them. */
export function withoutGenderMarks(title: string): string {
  return genderMarks.reduce((rest, { sign, mark }) => (sign.test(rest) ? rest.replace(mark, ' ') : rest), title);
}
