/** The header in which a request to a peer names its caller; only our server verifies the JWT. */
export const callerHeader = 'x-caller';

/** Documents to send at the same time, each by its own caller over its own connection. */
export interface Workload {
  name: string;
  documents: string[];
  /** Number of requests of each document per round. */
  repetitions: number;
  /** Maximum ratio of our CPU time to that of `server`; `batchedFactor` applies with batches. */
  target: { server: 'mercurius' | 'yoga'; factor: number; batchedFactor: number };
}

const page = `{ signals(first: 50) { nodes { fullName headline lists { id name }
  experiences { title company { id name } } educations { institution { id name } } } } }`;
const withoutEdges = `{ signals(first: 50) { nodes { id fullName headline country score } } }`;

/** Number of callers at the same time. */
const callers = 8;
const copies = (document: string) => Array.from({ length: callers }, () => document);

export const workloads: Workload[] = [
  {
    name: 'page',
    documents: copies(page),
    repetitions: 6,
    target: { server: 'mercurius', factor: 1.8, batchedFactor: 1.4 },
  },
  {
    name: 'page-without-edges',
    documents: copies(withoutEdges),
    repetitions: 30,
    target: { server: 'mercurius', factor: 1.5, batchedFactor: 1.5 },
  },
  {
    name: 'one-signal',
    documents: Array.from(
      { length: callers },
      (_, at) => `{ signal(id: "sig_000${at + 1}") { id fullName headline country score } }`,
    ),
    repetitions: 100,
    target: { server: 'yoga', factor: 1.15, batchedFactor: 1.15 },
  },
  {
    name: 'typename',
    documents: copies('{ __typename }'),
    repetitions: 200,
    target: { server: 'yoga', factor: 1.15, batchedFactor: 1.15 },
  },
];
