import { meetingId } from './meeting-id.ts';

/** Themes that match the subjects of the meetings. */
const themes = {
  'Product design': {
    'Remote control': ['remote control', 'button', 'LCD screen', 'joystick', 'jog dial', 'battery', 'teletext'],
    'Look and feel': ['colour', 'slogan', 'logo', 'rubber', 'fashion', 'spongy', 'prototype'],
    'Speech technology': ['speech recognition', 'voice recognition', 'recognizer', 'microphone'],
  },
  Money: {
    Budget: ['budget', 'production cost', 'selling price', 'price', 'profit', 'Euro'],
    'Public money': ['subsidy', 'emergency benefit', 'wage subsidy', 'rent assistance', 'tax'],
  },
  Research: {
    'Language understanding': ['belief net', 'Bayes net', 'parser', 'ontology', 'construction grammar', 'semantics'],
    'Data collection': ['data collection', 'subject', 'transcript', 'annotation', 'XML', 'wizard'],
  },
  'Public policy': {
    Pandemic: ['pandemic', 'COVID-19', 'personal protective equipment', 'long-term care', 'testing'],
    Parliament: ['petition', 'point of order', 'question period', 'virtual sitting'],
    Society: ['racism', 'child care', 'student', 'school', 'indigenous community', 'farmer', 'homelessness'],
  },
} as const;

export const themeRecords = () =>
  Object.entries(themes).map(([theme, topics]) => ({
    kind: 'theme' as const,
    id: meetingId('theme', theme),
    name: theme,
    topics: Object.entries<readonly string[]>(topics).map(([topic, keywords]) => ({
      id: meetingId('topic', `${theme}/${topic}`),
      name: topic,
      triggers: keywords.map((keyword) => ({ id: meetingId('trigger', `${theme}/${topic}/${keyword}`), keyword })),
    })),
  }));
