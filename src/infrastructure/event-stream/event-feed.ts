export interface StreamEvent {
  /** Stays the same if the platform sends the event again. */
  id: string;
  /** Position in the stream of the organization. Positions begin at 1 and have no gaps. */
  position: number;
  /** Name of the trigger in the conversation service, such as `conversation_processed`. */
  trigger: string;
  occurredAt: Date;
  activityId: string | null;
  /** What the payload of a webhook contains besides the activity, as JSON values. */
  details?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A position between two events of an organization. */
export interface StreamPosition {
  /** Id of the stream; changes when events may have been lost, for example because Redis restarted. */
  generation: string;
  /** Position of the last event before this place; 0 is the start of the stream. */
  position: number;
}

/** Stores the events of all organizations in order, for a limited time. */
export interface EventLog {
  /** Returns the ends of streams. Creates missing streams, so that readers can begin at the returned positions. */
  ends(organizations: readonly string[]): Promise<Map<string, StreamPosition>>;
  /** @throws EventCursorError if events after the position are no longer stored, or the generation has changed */
  read(organization: string, options: { after: StreamPosition; limit: number }): Promise<StreamEvent[]>;
  /** The last valid position of an earlier generation; undefined if unknown. Omitted if generations never change. */
  endOf?(organization: string, generation: string): Promise<number | undefined>;
}

/** The place of an event in the stream of its platform. */
export interface EventOrder {
  /** Greater for later events, with gaps. */
  position: number;
  /** The id of an earlier event that the platform may still be delivering. */
  after: string | undefined;
}

/** An event that was received from the platform and has no position yet. */
export interface ReceivedEvent extends Omit<StreamEvent, 'position'> {
  /** Place of the event on the platform; if undefined, the event is added in order of arrival. */
  order?: EventOrder | undefined;
}

/** How long events wait for an earlier event, and how many events of an organization can wait. */
export interface HoldLimits {
  holdMs: number;
  maxHeld: number;
}

/** The limits suffice for a delivery that failed once, which is retried within eleven seconds. */
export const defaultHoldLimits: HoldLimits = { holdMs: 15_000, maxHeld: 1_000 };

/** A log to which a graph node adds the events that it receives from a remote platform. */
export interface ReceivingEventLog extends EventLog {
  /**
   * Readers get the event after all preceding events were added, or after `holdMs`.
   * @returns false if an event with the same id is stored
   * @throws Error if the event could not be stored; the sender must then repeat the event
   */
  append(organization: string, event: ReceivedEvent): Promise<boolean>;
}

/**
 * New events of an organization, progress in processing an activity, or a cancelled tool call of an assistant. `all`:
 * changes may have been lost, so anything may have changed.
 */
export type Change = { organization: string } | { activity: string } | { cancelledCall: string } | { all: true };

/** Changes can be lost, for example while Redis is down, so listeners must also poll. */
export interface Changes {
  publish(change: Change): void;
  /** @returns a function that stops listening */
  listen(listener: (change: Change) => void): () => void;
  close(): void;
}

export class EventCursorError extends Error {
  constructor() {
    super('Events after the position are no longer stored.');
    this.name = new.target.name;
  }
}
