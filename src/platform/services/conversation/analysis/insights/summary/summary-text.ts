import { firstOrSecondPerson } from '../../language/personal-pronouns.ts';
import { type NextStep, nextStepsText } from './next-steps.ts';
import type { Section } from './sections.ts';
import type { Statement } from './statement.ts';

interface Parts {
  purpose: Statement | undefined;
  chosen: readonly Statement[];
  steps: readonly NextStep[];
  /** Of a long conversation. */
  sections: readonly Section[];
}

/** One line each for the purpose, facts, concerns, agreements and next steps; a long conversation has one per section. */
export function summaryText({ purpose, chosen, steps, sections }: Parts, names: ReadonlyMap<string, string>): string {
  const rest = chosen.filter((one) => one !== purpose).toSorted((a, b) => a.progress - b.progress);
  const agreed = rest.filter(({ kinds }) => kinds.has('decision'));
  const concerns = rest.filter((one) => !agreed.includes(one) && one.kinds.has('objection'));
  const facts = rest.filter((one) => !agreed.includes(one) && !concerns.includes(one));
  const bySection = sections.map(({ to, heading }, index) => {
    const from = sections[index - 1]?.to ?? 0;
    const within = rest.filter(({ progress }) => progress >= from && progress < to);
    return labelled(heading, statementsText(within, names, { namesAll: false }));
  });
  const byKind = [
    statementsText(facts, names),
    labelled('Concerns', statementsText(concerns, names)),
    labelled('Agreed', statementsText(agreed, names)),
  ];
  return [
    statementsText(purpose ? [purpose] : [], names),
    ...(sections.length > 0 ? bySection : byKind),
    nextStepsText(steps, names),
  ]
    .filter((block) => block !== '')
    .join('\n');
}

const labelled = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`);

const needsSpeaker = (text: string) =>
  firstOrSecondPerson.test(text) || /(?<![\p{L}'’-])[Ll]et['’]s(?![\p{L}-])/u.test(text);

function statementsText(
  statements: readonly Statement[],
  names: ReadonlyMap<string, string>,
  { namesAll = true }: { namesAll?: boolean } = {},
): string {
  let speaker: string | undefined;
  return statements
    .map(({ participantId, question, text, agreedBy }) => {
      const name = namesAll || needsSpeaker(text) || agreedBy !== null ? (names.get(participantId ?? '') ?? '') : '';
      const agreement = names.get(agreedBy ?? '') ?? '';
      const said = agreement === '' ? text : `${text.replace(/[.?!]+$/, '')} (${agreement} agreed).`;
      const isSame = name === speaker && question === undefined;
      speaker = name;
      if (name === '') return question === undefined ? said : `“${question}” ${said}`;
      if (question !== undefined) return `${name}, asked “${question}”: ${said}`;
      return isSame ? said : `${name}: ${said}`;
    })
    .join(' ');
}
