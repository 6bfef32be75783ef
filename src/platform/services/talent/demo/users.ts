/** Who the development identity stands for, and four colleagues. All are invented. */
export const demoUsers = [
  { id: 'usr_demo', name: 'Robin Sample', email: 'robin.sample@example.com' },
  { id: 'usr_amara', name: 'Amara Lindgate', email: 'amara.lindgate@example.com' },
  { id: 'usr_jonas', name: 'Jonas Feldmark', email: 'jonas.feldmark@example.com' },
  { id: 'usr_mei', name: 'Mei Hartwell', email: 'mei.hartwell@example.com' },
  { id: 'usr_tomas', name: 'Tomás Riverol', email: 'tomas.riverol@example.com' },
] as const;

export const colleagueIds = ['usr_amara', 'usr_jonas', 'usr_mei', 'usr_tomas'] as const;
