import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { activityPayload, payloadId as id, searchPayload, toolPayloads } from '../../support/platform/tool-payloads.ts';

/** Its guest is the person of the signal and works at its company. */
const matchedActivity = {
  ...activityPayload,
  participants: [
    ...activityPayload.participants,
    { id: uuid('guest'), name: 'Nia Owusu', email: 'nia@cobalt.example', affiliation: 'external' },
  ],
};

const filteredSearch = {
  ...searchPayload,
  filters: [
    { key: 'city', operator: 'in', value: ['Bern'] },
    { key: 'screened_by', operator: 'in', value: ['others'] },
    { key: 'time_range', operator: 'between', value: ['2026-01-01', '2026-02-01'] },
  ],
};

/** A complete payload of every tool, in which people, companies and filters lead to further fields of the graph. */
export const matchedPayloads = {
  ...toolPayloads,
  activities_list: { items: [matchedActivity], page: 1, page_size: 500, total: 1 },
  comments_list: {
    items: [{ id, activity_id: id, user_id: id, text: 'Nice', at_ms: 0, created_at: '2026-02-28 09:15:00' }],
  },
  companies_list: { items: [{ id: 'exe_1', name: 'Cobalt', domain: 'cobalt.example' }], total: 1 },
  searches_list: { items: [filteredSearch] },
  searches_get: filteredSearch,
};
