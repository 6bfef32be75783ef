/**
 * The score of a match is the score of its name key plus the score of its best company key. The sum stays below 1:
 * no match is certain, because signals and guests share no identifier.
 */
export const matchScores = {
  name: { FULL_NAME: 0.4, NICKNAME: 0.3, SIMILAR_NAME: 0.1 },
  company: { COMPANY_DOMAIN: 0.55, COMPANY_LABEL: 0.5, COMPANY_IN_NAME: 0.5, COMPANY_IN_TITLE: 0.45 },
  /** Change of the score if the position had ended before the conversation. */
  endedBefore: -0.1,
  /** Change of the score if the position began after the conversation. */
  beginsAfter: -0.15,
  /** Factor of the score if several people qualify. */
  severalPeople: 0.5,
} as const;
