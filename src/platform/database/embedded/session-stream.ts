import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { concatenate, type EmbeddedSession } from './embedded-session.ts';

/** The response of a server to a client that may connect without a password: AuthenticationOk and ReadyForQuery. */
const accepted = Buffer.from('5200000008000000005a0000000549', 'hex');

/** First byte of the request with which a client ends its session. */
const terminate = 'X'.charCodeAt(0);

/** Number of bytes that the driver parses in about a millisecond. */
const sliceLength = 128 * 1024;

/** The socket of the driver `pg` to an embedded session, which exists already: connecting and ending do nothing. */
export class SessionStream extends Duplex {
  readonly #session: EmbeddedSession;
  #isConnected = false;

  constructor(session: EmbeddedSession) {
    super();
    this.#session = session;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(chunks.map(({ chunk }) => chunk)).then(
      () => process.nextTick(done),
      (error: Error) => process.nextTick(done, error),
    );
  }

  async #send(chunks: Buffer[]): Promise<void> {
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.push(accepted);
    } else if (chunks[0]?.[0] !== terminate) {
      const { buffer, byteOffset, length } = await this.#session.send(concatenate(chunks));
      for (let start = 0; start < length; start += sliceLength) {
        if (start > 0) await setImmediate();
        this.push(Buffer.from(buffer, byteOffset + start, Math.min(sliceLength, length - start)));
      }
    }
  }
}
