import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

async function assignees(lines: string[]) {
  const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people.slice(0, 2));
  return items.map((item) => item.assignee_id);
}

describe('forms of commitments', () => {
  it.each([
    [['anna: I intend to have the plan on paper by Friday.', 'tom: Good.']],
    [['anna: My plan is to ring the landlord tomorrow morning.', 'tom: Okay.']],
    [['anna: I need to renew the certificate before Thursday.', 'tom: Right.']],
    [["anna: I've got to drop the keys at the agency tonight.", 'tom: Fine.']],
    [["anna: I've made a note to order two more screens.", 'tom: Thanks.']],
    [["anna: I'm making a note of that, and you'll hear from me on Monday.", 'tom: Great.']],
    [['anna: Consider the invoice corrected by tomorrow.', 'tom: Thanks.']],
    [['anna: Our electrician will be at your place on Tuesday at eight.', 'tom: Perfect.']],
    [["anna: I'll have Petra call you back this afternoon.", 'tom: Okay, thanks.']],
    [["anna: I'm going to swing by the warehouse on Thursday and count them.", 'tom: Good.']],
    [['tom: Who can look after the booth on Saturday?', 'anna: Me.', 'tom: Great.']],
    [['tom: Somebody has to tell the neighbours.', "anna: I'll do that."]],
    [['tom: Somebody needs to pick up the van.', "anna: That's me, I'm in town anyway."]],
    [["tom: I don't have the address of the notary.", "anna: I'll text it to you."]],
    [['tom: I never got the receipt.', 'anna: Oh, sorry, sending it again right after this.']],
    [['tom: Is there a price list?', 'anna: There is. Coming your way tonight.']],
    [['anna: First thing tomorrow I call the carrier.', 'tom: Please do.']],
    [['anna: Tomorrow morning I go over the contract with our lawyer and then we talk again.', 'tom: Good.']],
    [["anna: I'd send you a draft first, if that's okay.", 'tom: Yes, please.']],
    [['anna: I can bring the samples along on Thursday.', 'tom: That would be lovely.']],
    [['anna: I could ask my brother-in-law for a trailer.', 'tom: Yes, do that.']],
    [['anna: Want me to book the table?', 'tom: Please.']],
    [["anna: Shall I water the plants while you're away?", "tom: Would you? That'd be wonderful."]],
    [["anna: The contract's on your desk tomorrow.", 'tom: Good.']],
    [['anna: You can count on the report by the end of the month.', 'tom: Okay.']],
    [['anna: By Friday you have my answer.', 'tom: Good.']],
    [["anna: I'll see what I can do about the delivery date and let you know.", 'tom: Thanks.']],
    [["anna: I'm happy to write you a reference.", 'tom: Thank you so much.']],
    [["anna: We'll replace the pump at no cost.", 'tom: Great, thank you.']],
    [["anna: We're sending a technician on Monday.", 'tom: Good.']],
    [["anna: I'm on it, the patch is out this afternoon.", 'tom: Thanks.']],
    [['anna: ill grab the numbers from finance and drop them in the channel', 'tom: nice']],
    [["anna: Remind me to never do that again. Anyway, I'll book us a court for Sunday.", 'tom: Cool.']],
    [['anna: What I can offer is to fit them for you on the nineteenth.', 'tom: Agreed.']],
    [
      [
        'anna: Did you use the baking powder or the soda?',
        "tom: What's the difference?",
        "anna: That's the difference.",
        'tom: Oh.',
        'anna: Shall I write it down for you properly?',
        'tom: Yes please, in words for idiots.',
      ],
    ],
    [
      [
        "anna: How do we get there? My car's full of plaster.",
        'anna: I can pick you up on the way, at four?',
        "tom: Four's great, thanks.",
      ],
    ],
    [['anna: I could ask my brother-in-law for a trailer.', 'tom: Yes, do that.']],
  ])('finds the promise or offer: %j', async (lines) => {
    expect(await assignees(lines)).toEqual(['p-anna']);
  });

  it.each([
    [['anna: Mind sending me the floor plan?', 'tom: Not at all, this afternoon.']],
    [["anna: It'd be great if you could measure the door.", 'tom: Sure.']],
    [['anna: Do you think you could translate page two?', 'tom: Yes, no problem.']],
    [["anna: I was hoping you'd write the intro.", 'tom: I can do that.']],
    [['anna: Would it be possible to get the figures by region?', "tom: Yes, I'll have them ready by Wednesday."]],
    [['anna: Could I have the list of suppliers?', 'tom: Of course, tonight.']],
    [["anna: I'd love to see the test results.", "tom: I'll forward them."]],
    [["anna: We'd need your bank details by the tenth.", "tom: You'll have them."]],
    [['anna: How about you write the minutes?', "tom: Okay, I'll do it."]],
    [["anna: Why don't you ask Melanie about the tent?", 'tom: Good idea, I will.']],
    [["anna: Before Monday I'd need the signed form back.", "tom: You'll get it tomorrow."]],
    [['anna: Make sure the door is locked on Sunday, please.', 'tom: Will do.']],
    [['anna: And the deposit has to be paid by the first.', "tom: I'll transfer it tonight."]],
    [["anna: Then all that's missing is your signature.", "tom: I'll sign it over the weekend."]],
    [['anna: If you sent me the photos, I could include them.', "tom: I'll mail them tonight."]],
    [['anna: tom can you push the fix tonight', 'tom: yep']],
  ])('finds the request: %j', async (lines) => {
    expect(await assignees(lines)).toEqual(['p-tom']);
  });

  it.each([
    [['anna: Shall we say Thursday at four?', 'tom: Thursday at four is fine.']],
    [['anna: How about the twelfth?', 'tom: The twelfth works for me.']],
    [['anna: Does Monday at nine suit you?', 'tom: Monday at nine, yes.']],
    [['anna: Could we meet again next week?', 'tom: Yes, Wednesday would be good.']],
    [['anna: Tuesday, same time, same place?', 'tom: See you Tuesday.']],
    [['anna: What about a call on Friday at ten?', "tom: Friday at ten, I'll put it in my calendar."]],
    [['tom: When can you come?', 'anna: Would Wednesday at two work?', "tom: Wednesday's fine."]],
  ])('finds the appointment: %j', async (lines) => {
    expect(await assignees(lines)).toEqual([null]);
  });

  it.each([
    [["anna: I'll never understand how they won that.", 'tom: Me neither.']],
    [["anna: I'd love to go to Peru one day.", 'tom: Same here.']],
    [["anna: We'll see how the market develops next year.", 'tom: True.']],
    [['anna: Usually I send the invoices on Mondays.', 'tom: Okay.']],
    [['anna: The system sends you a reminder every Friday.', 'tom: Nice.']],
    [["anna: You'll love the new office.", 'tom: I hope so.']],
    [['anna: Last week I asked them to resend the file.', 'tom: And?', 'anna: Nothing yet.']],
    [["anna: If they pay by Friday, I'll drink a bottle of champagne.", 'tom: Ha.']],
    [['anna: I can see the whole lake from my desk.', 'tom: Lovely.']],
    [['anna: Could you hear me all right?', 'tom: Yes.']],
    [['anna: Can you say that again?', "tom: Sure. I said it's on Monday."]],
    [["anna: I'm flying to Rome on Saturday.", 'tom: Oh, nice.']],
    [['anna: My sister is getting married in June.', 'tom: Congratulations.']],
    [["anna: We're closing at six today.", 'tom: Okay.']],
    [['anna: Do you want the red one or the blue one?', 'tom: The blue one, please.']],
    [['anna: Could you imagine living there?', 'tom: Absolutely.']],
    [['anna: I could eat a horse.', 'tom: Me too, great.']],
    [['anna: Would you say the team is happy?', 'tom: Yes, I think so.']],
    [["anna: Then I'd have to fire everybody.", "tom: Please don't."]],
    [['anna: Let me think about it until Monday.', 'tom: Of course.']],
    [["anna: I'll be at the fair on Tuesday and Wednesday.", 'tom: Okay.']],
    [["anna: In my first month I'd talk to every customer.", 'tom: Good.']],
    [['anna: Can I ask you something?', 'tom: Sure.']],
    [['anna: Do you have a minute?', 'tom: Yes.']],
    [['anna: How do you decide what you build next week?', 'tom: We vote on Monday.']],
    [['anna: Eleven thousand, is that per year?', 'tom: Yes, per year.']],
    [['anna: Was it at ten?', 'tom: At ten, yes.']],
    [['anna: Half past six in the morning?', 'tom: Half past six, every day.']],
    [['anna: The fitters were here at nine.', 'tom: Good.']],
    [['anna: Two hundred and fifty for the lot?', 'tom: Two hundred and fifty.']],
    [["anna: They'll deliver the machine on Thursday.", 'tom: Great.']],
    [['anna: Can you give me an example?', 'tom: Sure, take last year.']],
    [["anna: I'll give you an example.", 'tom: Please.']],
    [["anna: I'm going to be honest with you.", 'tom: Please do.']],
    [["anna: Give me a second, I'll find it.", 'tom: Take your time.']],
    [["anna: I'll open the other window, one moment.", 'tom: Okay.']],
    [['anna: We would send you an offer if you were interested.', 'tom: I see.']],
    [["anna: You'd have to ask my boss.", 'tom: Okay.']],
    [['anna: I could have done that yesterday.', 'tom: Right.']],
  ])('finds nothing: %j', async (lines) => {
    expect(await assignees(lines)).toEqual([]);
  });
});
