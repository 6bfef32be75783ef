import { describe, expect, it } from 'vitest';
import {
  polishSentence,
  removeDisfluencies,
} from '../../../../../../src/platform/services/conversation/analysis/language/disfluencies.ts';

const english = (text: string) => removeDisfluencies(text, { isEnglish: true });

describe('disfluency removal', () => {
  it.each([
    ['Um, so I {vocalsound} think uh we should, uh, go.', 'so I think we should, go.'],
    ["It's it's the the remote [laughter]", "It's the remote"],
    ['i dont think so, ill send it', "i don't think so, I'll send it"],
    ['she is ill and mentally ill people need it', 'she is ill and mentally ill people need it'],
    ['{vocalsound} Mm - hmm .', ''],
    ['Call three three six zero zero.', 'Call three three six zero zero.'],
    ['in India so soon', 'in India so soon'],
    ['Great 🎉 news', 'Great 🎉 news'],
  ])('turns %j into %j', (spoken, cleaned) => {
    expect(english(spoken)).toBe(cleaned);
  });

  it('does not remove English fillers in other languages', () => {
    expect(removeDisfluencies('er hat um zehn [lacht] angerufen', { isEnglish: false })).toBe(
      'er hat um zehn angerufen',
    );
  });

  it.each(['?!', 'a-', 'well-', 'mmhm-', '? . '])('splits long text without spaces, as in %j', (pattern) => {
    const words = english(`${'x'.repeat(1000)}${pattern.repeat(1000)}`).split(' ');
    expect(Math.max(...words.map(({ length }) => length))).toBe(80);
  });

  it.each([
    ['Okay, so, we ship on Friday', 'We ship on Friday.'],
    ['and but the price is fixed.', 'The price is fixed.'],
    ['Right.', 'Right.'],
    ['“Ship it!”', '“Ship it!”'],
  ])('polishes %j to %j', (spoken, written) => {
    expect(polishSentence(spoken)).toBe(written);
  });
});
