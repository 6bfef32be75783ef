import type { ThemeRecord } from '../store/store-themes.ts';
import { demoId } from './demo-id.ts';

const keywords: Record<string, Record<string, readonly string[]>> = {
  Commercial: {
    Pricing: ['pricing', 'discount', 'budget', 'per seat'],
    Contract: ['contract', 'renewal', 'procurement'],
    Competition: ['competitor', 'spreadsheet', 'agency'],
  },
  Product: {
    Integration: ['integration', 'API', 'single sign-on'],
    Security: ['security review', 'data residency', 'GDPR'],
    Adoption: ['pilot', 'onboarding', 'training'],
  },
  Hiring: {
    Compensation: ['salary', 'equity', 'bonus'],
    Availability: ['notice period', 'start date', 'relocation'],
    Fit: ['remote', 'culture', 'growth'],
  },
  Fundraising: {
    Round: ['seed round', 'valuation', 'term sheet'],
    Traction: ['revenue', 'churn', 'pipeline'],
    Runway: ['runway', 'burn rate', 'headcount'],
  },
};

/** What the team wants to hear about; people say each of these words in some of the conversations. */
export const demoThemes = Object.entries(keywords).map(([theme, topics]) => ({
  id: demoId(`theme ${theme}`),
  name: theme,
  topics: Object.entries(topics).map(([topic, triggers]) => ({
    id: demoId(`topic ${topic}`),
    name: topic,
    triggers: triggers.map((keyword) => ({ id: demoId(`trigger ${topic} ${keyword}`), keyword })),
  })),
})) satisfies ThemeRecord[];
