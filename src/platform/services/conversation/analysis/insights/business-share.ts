import type { Sentence } from '../language/sentence.ts';

/** Words of working life in dictionary form, without those that are as common in private life. */
const businessWordLists = {
  trade: `price pricing cost budget invoice quote quotation proposal discount margin revenue profit turnover payment
    billing refund reimbursement rebate audit auditor accountant accounting payroll salary bonus finance financial
    expense subscription license licence tender insurance premium insolvent commission tariff vat euro overhead tax
    fee bill grant subsidy payback cent percent surcharge instalment installment contract offer renewal renew
    agreement clause term negotiate negotiation purchase procurement vendor supplier supply order reorder sale sell
    seller buyer reseller distributor competitor pilot trial rollout legal lawyer compliance approval approve
    signature deal pitch demo warranty guarantee liability obligation voucher quota dealer wholesaler retailer
    freelancer subcontractor contractor installer customer client account prospect complaint helpdesk support service
    ticket churn consumer subscriber stakeholder market marketing campaign brand retention onboarding outage escalate
    escalation`,
  company: `company firm business organisation organization corporate enterprise startup agency department division
    headquarters headquarter office board director manager manage management executive ceo cfo cto founder investor
    shareholder colleague coworker staff employee employer boss supervisor committee council chair minister ministry
    member hr industry sector foreman partner candidate applicant application interview cv resume vacancy recruit
    recruiter recruitment hire position qualification probation reference career role notice skill headcount project
    deadline milestone schedule agenda meeting report process procedure workflow requirement specification roadmap
    strategy quarter quarterly capacity shift roster task backlog sprint release workshop presentation document
    documentation spreadsheet template draft policy priority progress objective scope stage implement implementation
    evaluate evaluation estimate forecast`,
  technology: `product software hardware system platform feature module interface integration integrate api database datum
    server cloud network encryption dashboard import export backup bug error deploy deployment migration migrate
    update upgrade version browser login password code prototype sensor device component automate automation
    configure configuration user usability functionality function setup install installation design technical
    technology screen button test testing file sync staging query merge retry latency pipeline partitioning processor
    cache cookie engineering runbook offline warehouse inventory delivery deliver shipment ship shipping freight
    logistics truck pallet carrier dispatch dispatcher production manufacture manufacturer factory maintenance
    facility batch defect quality sample packaging material utility fleet planning depot line operation operate
    safety standard regulation certificate inspection equipment patient ward nurse hospital site survey machine
    machinery robot spare valve`,
};
const privateWordLists = {
  leisure: `football soccer rugby cricket basketball baseball tennis golf chess match striker goalkeeper keeper referee
    league cup season player coach stadium fan athlete marathon gym jog jogging swim swimming race cycling bike hike
    hiking ski skiing ball goal quarterback guitar piano violin drum drummer band choir song solo concert album music
    singer film movie actor actress cinema theatre theater episode series novel book comedy dance party pub beer wine
    garden gardening tomato rose flower knit knitting wool sew yarn hobby game puzzle console holiday vacation beach
    sea lake camping campsite tent mountain museum castle tv podcast joke weather rain sunny snow gamer gaming guild
    raid quest`,
  family: `mum mom dad mother father parent sister brother grandma grandpa grandmother grandfather granddaughter grandson
    wife husband son daughter kid child baby twin uncle aunt cousin niece nephew neighbour neighbor friend dog cat
    puppy pet wedding birthday christmas easter dress girlfriend boyfriend marriage marry teenager`,
};
const wordsOf = (lists: Record<string, string>) => new Set(Object.values(lists).flatMap((words) => words.split(/\s+/)));
const businessWords = wordsOf(businessWordLists);
const privateWords = wordsOf(privateWordLists);

/** "Nineteen cents a word", "fourteen percent", "per truck and month". */
const rate =
  /\b(?:percent|per cent|cents?|thousand|without tax|plus vat)\b|[%€$£]|\b(?:a|an|per) (?:hour|day|week|month|quarter|year|seat|user|head|piece|unit|word|page|kilo|tonne|ton|truck|vehicle|ticket|order|licen[cs]e|square)\b/gi;

/**
 * The business content of an English conversation: its words of working life and rates, minus its words of private life,
 * as a share of its content words.
 */
export function businessShare(sentences: readonly Sentence[]): number {
  let [contentWords, difference] = [0, 0];
  for (const { words, text } of sentences) {
    difference += text.match(rate)?.length ?? 0;
    for (const { isContent, lemma } of words) {
      if (!isContent) continue;
      contentWords += 1;
      difference += Number(businessWords.has(lemma)) - Number(privateWords.has(lemma));
    }
  }
  return difference / Math.max(1, contentWords);
}
