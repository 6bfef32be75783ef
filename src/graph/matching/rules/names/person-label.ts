/** Signs that a label has more than a name: `Ada Ex (Labs)`, `Ada Ex | Labs`, `Augusta "Ada" Ex`. */
export const additionSign =
  /["“”'’`,@|()[\]]|\s[-–—/]\s|^(?:pak|bapak|ibu|khun|h\. ?e\.|iphone|ipad|macbook|galaxy)\s/i;
/**
 * Forms of address in countries where many people have a single name. `Pak` is also a Korean family name: then only
 * words of one syllable follow, as in `Pak Chol-su`.
 */
const honorific =
  /^(?:pak(?!(?:[ -][b-df-hj-np-tv-xz]*[aeiouy]+[b-df-hj-np-tv-xz]*)+(?: ?[^a-z -]|$))|bapak|ibu|khun) (?=\S)/i;
/** `H. E.` (Excellency) before a name of at least two words. */
const excellency = /^h\. ?e\. (?=\S+ \S)/i;
/** The device in a label such as `iPhone de Ada Ex` or `Ada Ex's iPad`. */
const ofDevice =
  /^(?:iphone|ipad|macbook|galaxy)(?: \S+)? (?:de|di|da|do|von|van|af|av|fra|of) |['’]s (?:iphone|ipad|macbook|galaxy|pc)\b.*$/i;

const brackets = /\([^()]*\)|\[[^[\]]*\]|["“”][^"“”]*["“”]/g;
const separators = /\||\s[-–—@/]\s/;

export const hasHonorific = (label: string): boolean => honorific.test(label);

export const isBeyondLatin = (text: string): boolean => /[^\P{L}\p{Script=Latin}]/u.test(text);

interface Label {
  /** The name in the order given name, family name: `Ex, Ada` becomes `Ada Ex`. */
  name: string;
  /** The part before a comma, which is the name if a company follows: `Ada Ex` in `Ada Ex, Example Labs`. */
  beforeComma: string | null;
  /** The parts of the label besides the name, such as a company. */
  additions: string[];
  /** Texts in quotes or brackets, such as another given name; and the name in another script. */
  inBrackets: string[];
}

export function splitLabel(label: string): Label {
  // Meeting programs in East Asia write full-width brackets.
  const text = label.normalize('NFKC').replace(ofDevice, '').replace(honorific, '').replace(excellency, '');
  if (!additionSign.test(text) && !isBeyondLatin(text))
    return { name: text, beforeComma: null, additions: [], inBrackets: [] };
  const enclosed = text.match(brackets) ?? [];
  // Texts in quotes are nicknames, not additions.
  const bracketed = enclosed.flatMap((part) => (/^[([]/.test(part) ? [part.slice(1, -1)] : []));
  const [first = '', ...parts] = trimmed(text.replace(brackets, ' ').split(separators));
  const [inLatin, inOther] = inScripts(first);
  const [before = '', ...after] = trimmed((inLatin ?? first).split(','));
  const [given] = after;
  return {
    name: given === undefined ? before : `${given} ${before}`,
    beforeComma: given === undefined ? null : before,
    additions: trimmed([...bracketed, ...parts, ...after]),
    inBrackets: trimmed([...enclosed.map((part) => part.slice(1, -1)), inOther ?? '']),
  };
}

/** Splits a name that is written in Latin letters and in another script: `許美君 Hsu Mei-Chun`. */
function inScripts(name: string): [latin: string, other: string] | [] {
  const words = name.split(/\s+/);
  const latin = words.filter((word) => !isBeyondLatin(word));
  return latin.length < 2 || latin.length === words.length
    ? []
    : [latin.join(' '), words.filter(isBeyondLatin).join(' ')];
}

const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');
