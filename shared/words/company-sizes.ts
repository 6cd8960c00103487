/** Numbers of employees, from the smallest to the largest. */
export const companySizes = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10000+',
] as const;
export type CompanySize = (typeof companySizes)[number];

/** The bounds of each size. */
const bounds = companySizes.map((size) => {
  const [least = '', most = ''] = size.split('-');
  return { size, least: Number.parseInt(least, 10), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
});

const written = /^(<=|>=|≤|≥|<|>|=)?(\d{1,9})(?:(\+)|(?:-|–|\.\.)(\d{1,9}))?$/;

/**
 * The sizes that a text states: one of them, a number of employees ("300"), a range ("100-600": the sizes within it),
 * or a bound ("500+", ">=500": the sizes entirely beyond it); none = unknown.
 */
export function readCompanySizes(text: string): CompanySize[] {
  const plain = text.replace(/[\s,]/g, '');
  const known = companySizes.find((size) => size === plain);
  if (known !== undefined) return [known];
  const [, sign = '', from = '', plus, to] = written.exec(plain) ?? [];
  if (from === '' || (sign !== '' && (plus ?? to) !== undefined)) return [];
  const number = Number(from);
  const isMet = ({ least, most }: { least: number; most: number }): boolean => {
    if (to !== undefined) return least >= number && most <= Number(to);
    if (plus !== undefined || sign === '>=' || sign === '≥') return least >= number;
    if (sign === '>') return least > number;
    if (sign === '<=' || sign === '≤') return most <= number;
    return sign === '<' ? most < number : least <= number && number <= most;
  };
  return bounds.filter(isMet).map(({ size }) => size);
}
