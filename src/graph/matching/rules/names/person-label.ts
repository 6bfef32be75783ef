/** What people and meeting programs write into a label: `Ada Ex (Labs)`, `Ada Ex | Labs`, `Augusta "Ada" Ex`. */
export const mayHaveAddition = /["“”'’`,@|()[\]]|\s[-–—/]\s/;
const brackets = /\([^()]*\)|\[[^[\]]*\]|["“”][^"“”]*["“”]/g;
const separators = /\||\s[-–—@/]\s/;

interface Label {
  /** The name in the order given name, family name: `Ex, Ada` becomes `Ada Ex`. */
  name: string;
  /** The part before a comma, which is the name if a company follows: `Ada Ex` in `Ada Ex, Example Labs`. */
  beforeComma: string | null;
  /** The parts of the label besides the name, such as a company. */
  additions: string[];
  /** What is in quotes or brackets, such as another given name. */
  inBrackets: string[];
}

export function splitLabel(label: string): Label {
  // Meeting programs in East Asia write full-width brackets.
  const text = label.normalize('NFKC');
  if (!mayHaveAddition.test(text)) return { name: label, beforeComma: null, additions: [], inBrackets: [] };
  const enclosed = text.match(brackets) ?? [];
  const ofEnclosed = enclosed.flatMap((part) => (/^[([]/.test(part) ? [part.slice(1, -1)] : []));
  const [first = '', ...parts] = trimmed(text.replace(brackets, ' ').split(separators));
  const [before = '', ...after] = trimmed(first.split(','));
  const [given] = after;
  return {
    name: given === undefined ? before : `${given} ${before}`,
    beforeComma: given === undefined ? null : before,
    additions: trimmed([...ofEnclosed, ...parts, ...after]),
    inBrackets: trimmed(enclosed.map((part) => part.slice(1, -1))),
  };
}

const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');
