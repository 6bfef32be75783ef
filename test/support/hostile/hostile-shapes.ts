import type {
  Conversation,
  Participant,
  Segment,
} from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { filled } from './filled.ts';

/** Builds a conversation with about this many characters. */
type HostileShape = (characters: number) => Conversation;

const people: Participant[] = [
  { id: 'a', name: 'Anna Bauer' },
  { id: 'b', name: 'Tom Reed' },
];
const themes = [{ name: 'Theme', topics: [{ name: 'Topic', triggers: [{ keyword: 'a' }, { keyword: 'a a a' }] }] }];

/** One segment in which a pattern repeats. */
const repeated =
  (pattern: string, language = 'en'): HostileShape =>
  (characters) =>
    conversationOf([said('a', filled(pattern, characters), 0)], { language });

/** Segments of the same text; the speakers take turns. */
const segmented =
  (text: string, speakers = ['a', 'b']): HostileShape =>
  (characters) =>
    conversationOf(
      Array.from({ length: Math.ceil(characters / text.length) }, (_, index) =>
        said(speakers[index % speakers.length] ?? null, text, index),
      ),
    );

/** The other speaker interrupts an unfinished turn twice, each time by repeating `answer`. */
const interrupted =
  (first: string, answer: string): HostileShape =>
  (characters) =>
    conversationOf([
      said('a', first, 0),
      said('b', filled(answer, characters), 1),
      said('a', first, 2),
      said('b', filled(answer, 100), 3),
      said('a', first, 4),
    ]);

/** A long answer interrupts a turn, which then continues in many short segments. */
const answered =
  (answer: string): HostileShape =>
  (characters) => {
    const count = Math.ceil(characters / 2 / 4);
    const segments = Array.from({ length: count }, (_, index) => said('a', 'plan', index + 3));
    return conversationOf([
      said('a', 'and then we', 0),
      said('b', answer.repeat(Math.ceil(characters / 2 / answer.length)), 1),
      ...segments,
    ]);
  };

/** As many speakers as fit, each with a distinct name, who all say the same text. */
const crowd =
  (text: string): HostileShape =>
  (characters) => {
    const count = Math.ceil(characters / text.length);
    const participants = Array.from({ length: count }, (_, index) => ({
      id: `p${index}`,
      name: `Name${index} Last${index}`,
    }));
    const segments = participants.map(({ id }, index) => said(id, text, index));
    return conversationOf(segments, { participants });
  };

const said = (participantId: string | null, text: string, index: number): Segment => ({
  participant_id: participantId,
  start_ms: index * 1000,
  end_ms: (index + 1) * 1000,
  text,
});

const conversationOf = (segments: Segment[], options: Partial<Conversation> = {}): Conversation => ({
  segments,
  participants: people,
  themes,
  language: 'en',
  ...options,
});

/** Two speakers take turns; the texts repeat in order. */
const dialogue =
  (...texts: string[]): HostileShape =>
  (characters) => {
    const count = Math.ceil((characters * texts.length) / texts.join('').length);
    return conversationOf(
      Array.from({ length: count }, (_, index) =>
        said(index % 2 === 0 ? 'a' : 'b', texts[index % texts.length] ?? '', index),
      ),
    );
  };

/** Two speakers of whom one has a long name. */
const named =
  (pattern: string): HostileShape =>
  (characters) =>
    conversationOf([said('a', "I'll send you the report by Friday.", 0), said('b', 'Great, thanks.', 1)], {
      participants: [
        { id: 'a', name: `The ${filled(pattern, characters)}x` },
        { id: 'b', name: 'Tom Reed' },
      ],
    });

const allDifferent: HostileShape = (characters) => {
  const words = Array.from({ length: Math.ceil(characters / 7) }, (_, index) => index.toString(36).padStart(6, 'x'));
  return conversationOf([said('a', words.join(' '), 0)]);
};

const randomLetters = (alphabet: string): HostileShape => {
  const letters = Array.from(alphabet);
  return (characters) => {
    let state = 1;
    const text = Array.from({ length: characters }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return letters[state % letters.length];
    });
    return conversationOf([said('a', text.join(''), 0)]);
  };
};

/** Transcripts on which a careless regular expression, tokeniser or comparison takes more than linear time. */
export const hostileShapes: Record<string, HostileShape> = {
  'letters joined by hyphens': repeated('a-'),
  'words joined by hyphens': repeated('well-'),
  'letters joined by apostrophes': repeated("a'"),
  'letters joined by underscores': repeated('A_'),
  'letters joined by full stops': repeated('a.'),
  'letters joined by slashes': repeated('a/'),
  'letters joined by at signs': repeated('a@'),
  'one letter': repeated('a'),
  'one letter, spaced': repeated('a '),
  'one word': repeated('well '),
  'three words': repeated('the big house '),
  'words of which each begins the next': repeated('th there '),
  'growing words': repeated('a ab abc abcd abcde abcdef abcdefg abcdefgh '),
  'all words different': allDifferent,
  'filled pauses': repeated('um uh mm hm '),
  'joined filled pauses': repeated('mmhm-'),
  'a long m': repeated('m'),
  'a long filled pause': repeated('uh -'),
  digits: repeated('1'),
  'digits and commas': repeated('1,'),
  'spaced digits': repeated('1 2 '),
  'full stops': repeated('.'),
  'spaced full stops': repeated('. '),
  commas: repeated(', '),
  hyphens: repeated('-'),
  'question marks': repeated('?'),
  'spaced question marks': repeated('a? '),
  'quotation marks': repeated('"'),
  apostrophes: repeated("'"),
  'opening brackets': repeated('['),
  'opening braces': repeated('{a'),
  'opening angle brackets': repeated('<a '),
  'opening parentheses': repeated('('),
  emoji: repeated('😀'),
  'joined emoji': repeated('👩\u200D'),
  'combining marks': repeated('e\u0301\u0300'),
  'only combining marks': repeated('\u0301'),
  'Chinese letters': repeated('你好'),
  'Thai letters': repeated('สวัสดี'),
  'Thai, read as Thai': repeated('สวัสดี', 'th'),
  'Chinese, read as Chinese': repeated('你好', 'zh'),
  'one letter, read as German': repeated('a', 'de'),
  'full stops, read as German': repeated('a.', 'de'),
  'addresses of pages': repeated('http://a.a/a?a=a&'),
  'mail addresses': repeated('a@a.aa'),
  'capital letters': repeated('A. B. '),
  hashtags: repeated('#a'),
  'currency signs': repeated('$1'),
  'zero-width spaces': repeated('\u200B'),
  'discourse markers': repeated('okay so well '),
  'discourse markers with commas': repeated('okay, so, '),
  'parenthetical markers': repeated(', you know'),
  'questions without marks': repeated('how do you '),
  'questions with marks': repeated('How do you feel about your team in this project today? '),
  greetings: repeated('hello there '),
  promises: repeated("i'll just also then "),
  'promise sentences': repeated("I'll send you the report by Friday. "),
  requests: repeated('could you please just '),
  'request sentences': segmented('Could you please send me the new report by Friday?'),
  quotations: repeated('said he would say if '),
  'long sentences with a deadline': repeated('we have to do that tomorrow and then '),
  'sentences for a summary': repeated('The new project plan has a budget and a schedule for the whole team. '),
  'short segments of two speakers': segmented('yes'),
  'short segments of one speaker': segmented('yes', ['a']),
  'single letters of one speaker': segmented('a', ['a']),
  'interrupted turn': interrupted('and then we', 'yeah, '),
  'interrupted turn with an open end': interrupted('and then we', 'yeah ok yesok '),
  'many speakers': crowd('Anna will send it, okay? I agree.'),
  'many speakers who mention names': crowd('Name1 will send the new report to Name2 by Friday, please.'),
  'turn of many segments after a long answer': answered('yeah ok yes oh sure right cool '),
  'turns that interrupt each other': segmented('and', ['a', 'b', 'c']),
  'long sentences of hyphens': repeated(`we have to do all of this and ${'-'.repeat(79)} ${'- '.repeat(60)}x. `),
  'sentences of commas': repeated(`we have to do all of this and ${', x '.repeat(6)} ${'; '.repeat(60)}x? `),
  'promises that end in conjunctions': dialogue(
    `I'll send you the report, ${'and, but, so, because, which, please, then, though, '.repeat(4)} x.`,
    'Great, thanks.',
  ),
  'different promises': (characters) =>
    dialogue(
      ...Array.from(
        { length: Math.ceil(characters / 60) },
        (_, index) => `I'll send the report ${index} of team ${index.toString(36)}x by Friday.`,
      ),
    )(characters),
  'spaces in a name': named(' '),
  'words in a name': named('Ann '),
  'conjunctions in a name': named('and, but, '),
  'random letters and marks': randomLetters("ab -'.,"),
  'random letters': randomLetters('abcdefghijklmnopqrstuvwxyz'),
  'random letters and hyphens': randomLetters('ab-'),
  'random capital letters': randomLetters('ABC.'),
};
