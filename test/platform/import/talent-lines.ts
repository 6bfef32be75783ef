export const user = { kind: 'user', id: 'usr_1', name: 'Una One', email: 'una@example.com' };
export const company = { kind: 'company', id: 'exe_a', name: 'Alpha', domain: 'alpha.example', industry: 'Energy' };
export const institution = { kind: 'institution', id: 'ede_a', name: 'School of A', country: 'Chile' };
export const signal = {
  kind: 'signal',
  id: 'sig_1',
  type: 'New Company',
  score: 7,
  discovered_at: '2026-05-04T10:00:00Z',
  full_name: 'Ada Invented',
  city: 'Lima',
  profile_tags: ['YC Alumni'],
  experiences: [{ company_id: 'exe_a', company_name: 'Alpha', title: 'Founder', start_date: '2026-05' }],
  educations: [{ institution_id: 'ede_a', institution_name: 'School of A', end_date: '2015' }],
  taggings: [{ tag: 'Priority', created_at: '2026-05-05 08:00:00', tagged_by: 'usr_1' }],
  views: [{ user: 'usr_1', viewed_at: 1_778_000_000_000 }],
};
export const list = { kind: 'list', id: 'lst_1', name: 'First', creator: 'usr_1', created_at: '2026-05-01' };
const inList = { list_id: 'lst_1', signal_id: 'sig_1' };
export const entry = { kind: 'list_entry', id: 'ent_1', ...inList, created_at: '2026-05-06' };
export const search = {
  kind: 'search',
  id: 'sch_1',
  title: 'Energy',
  creator: 'usr_1',
  filters: [{ key: 'score', operator: 'gte', value: 5 }],
  visited_at: 1_778_000_000_000,
  created_at: '2026-05-02',
};
const dov = { id: 'usr_2', name: 'Dov Two' };
export const screening = { kind: 'screening', signal_id: 'sig_1', user: dov, screened_at: '2026-05-07' };
export const view = { kind: 'view', signal_id: 'sig_1', user: 'usr_2', viewed_at: '2026-05-07' };
export const city = { kind: 'city', name: 'Lima' };
export const everything = [user, company, institution, city, signal, list, entry, search, screening, view];
