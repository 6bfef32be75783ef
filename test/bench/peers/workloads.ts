/** The header in which a request to a peer names its caller; peers verify no tokens. */
export const callerHeader = 'x-caller';

/** Requests of one kind that all servers answer. */
export interface Workload {
  name: string;
  /** Sent at the same time, each over a connection of its own and by a caller of its own. */
  documents: string[];
  /** The same documents with the names of the tools and their parameters, for a schema that is generated from them. */
  toolDocuments?: string[];
  /** Whether requests carry a JWT that our server verifies. Otherwise our server treats all callers as one. */
  hasToken: boolean;
  /** Number of requests of each document per round. */
  repetitions: number;
  /** How many times the CPU time of another server our server may take. */
  target: { server: 'mercurius' | 'yoga'; factor: number };
}

/** Number of tool calls that `page` makes. */
export const pageCalls = 55;

const page = `{ signals(first: 50) { nodes { fullName headline lists { id name }
  experiences { title company { id name } } educations { institution { id name } } } } }`;
const toolPage = `{ signals: signals_list(limit: "50", page: "1") { nodes: items {
  fullName: full_name headline lists { id name }
  experiences { title company { id name } } educations { institution { id name } } } } }`;
const withoutEdges = `{ signals(first: 50) { nodes { id fullName headline country score } } }`;
const typename = '{ __typename }';

/** Requests at the same time where the workload is not one client. */
export const parallelSignals = 8;
const copies = (document: string) => Array.from({ length: parallelSignals }, () => document);

/** The workload as a server takes it, or undefined if it cannot answer it. */
export function workloadFor(server: string, workload: Workload): Workload | undefined {
  if (server !== 'hive') return workload;
  return workload.toolDocuments && { ...workload, documents: workload.toolDocuments };
}

/**
 * @param signalIds ids of eight signals. Requests for one signal at the same time would share its call, if they had the
 * same caller.
 */
export function workloadsFor(signalIds: readonly string[]): Workload[] {
  const oneSignal = signalIds.map((id) => `{ signal(id: "${id}") { id fullName headline country score } }`);
  return [
    {
      name: 'page',
      documents: [page],
      toolDocuments: [toolPage],
      hasToken: false,
      repetitions: 16,
      target: { server: 'mercurius', factor: 1.8 },
    },
    {
      name: 'page-8-callers',
      documents: copies(page),
      hasToken: true,
      repetitions: 3,
      target: { server: 'mercurius', factor: 1.5 },
    },
    {
      name: 'page-without-edges',
      documents: [withoutEdges],
      hasToken: false,
      repetitions: 40,
      target: { server: 'mercurius', factor: 1.5 },
    },
    {
      name: 'one-signal',
      documents: oneSignal,
      hasToken: false,
      repetitions: 40,
      target: { server: 'yoga', factor: 1.15 },
    },
    {
      name: 'one-signal-jwt',
      documents: oneSignal,
      hasToken: true,
      repetitions: 40,
      target: { server: 'yoga', factor: 1.15 },
    },
    {
      name: 'typename',
      documents: copies(typename),
      hasToken: false,
      repetitions: 80,
      target: { server: 'yoga', factor: 1.25 },
    },
    {
      name: 'typename-jwt',
      documents: copies(typename),
      hasToken: true,
      repetitions: 80,
      target: { server: 'yoga', factor: 1.25 },
    },
  ];
}
