import { task } from './task-patterns.ts';

export const marker =
  /^(?:so |okay |and )*(?:action items?|action points?|to-?dos?|next steps?|follow-?ups?)(?: (?:is|are|for \w+(?: is)?))?\s*[:,-]?\s+(?=\w+ \w+)/i;
export const duty = new RegExp(`\\byou(?:'ll| will)?(?: need to| have to| should| must| gotta) ${task}`);
/** A day tells what a team has to do next from what it has to do in general. */
export const vague =
  /\b(?:make sure|work(?:ing)? (?:on|out)|take care|create|bring|provide|call|ask|figure out|come up with)\b/;
export const ours = new RegExp(
  `\\bwe(?:'ll| will)?(?: also| still| really)?(?: need to| have to| must| gotta|'ve got to) ${task}`,
);
export const oursWeak = new RegExp(`\\b(?:we should|let's|we can|we'll|we will|we're gonna|we're going to) ${task}`);
export const conditional =
  /\b(?:if (?:i|we|you|they|he|she|it)\b(?! (?:would|could|like|want|don't mind)\b)|would have|could have|should have|used to|(?:will|would|can|could|do|did|need|have) ?n[o']?t|(?:won|can|don|didn|wouldn|couldn)'t|never)\b/;
