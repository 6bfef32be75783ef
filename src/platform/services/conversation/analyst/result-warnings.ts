import type { AnalystResult } from './chat-analyst.ts';
import { type OmissionReason, omissionReasons } from './evidence/check-answer.ts';

const reasons: Record<OmissionReason, string> = {
  unreadable: 'without a text or quotation',
  evidence: 'with a quotation that the transcript does not contain',
  figure: 'with a number or date that was not said near the quotation',
  name: 'with a name that was not said near the quotation',
  due: 'with a due day that was not said (only the day is left out)',
  length: 'beyond the length of a summary',
};

/** Tells users in sentences what a language model did not return, and which of its results were left out. */
export function resultWarnings({ summary, actionItems, dropped, unansweredParts, isCutOff }: AnalystResult): string[] {
  const missing = missingOutputs({ summary, actionItems });
  const counts = omissionReasons.flatMap((reason) => {
    const count = dropped.get(reason) ?? 0;
    return count === 0 ? [] : [`${count} ${reasons[reason]}`];
  });
  return [
    ...(missing === undefined ? [] : [`${missing} not from the language model, because it returned nothing usable.`]),
    ...(counts.length === 0 ? [] : [`Statements of the language model were left out: ${counts.join('; ')}.`]),
    ...(unansweredParts.length === 0
      ? []
      : [
          `The language model did not answer for ${unansweredParts.length} parts of the transcript; their action items are from the built-in analysis.`,
        ]),
    ...(isCutOff ? ['An answer of the language model was cut off by the endpoint.'] : []),
  ];
}

function missingOutputs({ summary, actionItems }: Pick<AnalystResult, 'summary' | 'actionItems'>): string | undefined {
  if (summary === undefined) return actionItems ? 'The summary is' : 'Summary and action items are';
  return actionItems ? undefined : 'Action items are';
}
