import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { activityPayload, searchPayload, toolPayloads } from '../../support/platform/tool-payloads.ts';

/** An activity whose guest is the person of the signal and works at the signal's company. */
const matchedActivity = {
  ...activityPayload,
  participants: [
    activityPayload['participants'],
    { id: uuid('guest'), name: 'Nia Owusu', email: 'nia@cobalt.example', affiliation: 'external' },
  ].flat(),
};

const filteredSearch = {
  ...searchPayload,
  filters: [
    { key: 'city', operator: 'in', value: ['Bern'] },
    { key: 'screened_by', operator: 'in', value: ['others'] },
    { key: 'time_range', operator: 'between', value: ['2026-01-01', '2026-02-01'] },
  ],
};

/** Complete payloads of all tools. The guest matches the signal, and searches have filters. */
export const matchedPayloads = {
  ...toolPayloads,
  activities_list: { items: [matchedActivity], page: 1, page_size: 500, total: 1 },
  searches_list: { items: [filteredSearch] },
  searches_get: filteredSearch,
};
