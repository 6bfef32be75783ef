import type { NextStep } from './next-steps.ts';
import type { Section } from './sections.ts';
import type { Statement } from './statement.ts';

interface Parts {
  first: Statement | undefined;
  chosen: readonly Statement[];
  steps: readonly NextStep[];
  /** Of a long conversation. */
  sections: readonly Section[];
}

/** A paragraph each for the purpose with the facts, concerns, agreements and next steps. */
export function joinBlocks({ first, chosen, steps, sections }: Parts, names: ReadonlyMap<string, string>): string {
  const rest = chosen.filter((one) => one !== first).toSorted((a, b) => a.progress - b.progress);
  const has = (kind: 'decision' | 'objection') => (one: Statement) => one.kinds.has(kind);
  const agreed = rest.filter(has('decision'));
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
    statementsText(first ? [first] : [], names),
    ...(sections.length > 0 ? bySection : byKind),
    nextStepsText(steps, names),
  ]
    .filter((block) => block !== '')
    .join('\n');
}

const labelled = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`);

/** Without its speaker, such a sentence is ambiguous. */
const firstOrSecondPerson =
  /(?<![\p{L}'’-])(?:I|[Ww]e|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Uu]s|[Oo]urs?|[Oo]urselves|[Ll]et['’]s|[Yy]ou|[Yy]our)(?![\p{L}-])/u;

function statementsText(
  statements: readonly Statement[],
  names: ReadonlyMap<string, string>,
  { namesAll = true }: { namesAll?: boolean } = {},
): string {
  let speaker: string | undefined;
  return statements
    .map(({ participantId, question, text, agreedBy }) => {
      const name =
        namesAll || firstOrSecondPerson.test(text) || agreedBy !== null ? (names.get(participantId ?? '') ?? '') : '';
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

/** "Next steps: Ann: Send Tom the offer; Call Mira. Tom: …" */
export function nextStepsText(steps: readonly NextStep[], names: ReadonlyMap<string, string>): string {
  const owners = [...new Set(steps.map(({ assigneeId }) => assigneeId))];
  const text = owners.map((owner) => {
    const tasks = steps.flatMap(({ assigneeId, text: task }) => (assigneeId === owner ? task : []));
    const name = names.get(owner ?? '') ?? '';
    return `${name === '' ? 'All' : name}: ${tasks.join('; ')}.`;
  });
  return labelled('Next steps', text.join(' '));
}
