/** The live streams of a simulated server, which report each commit. */
import type { ServerState } from '@notegraph/sync'

/** The server's side of a connection. */
export interface Stream {
  changed(state: ServerState): void
  end(): void
}

export class Streams {
  readonly #open = new Set<Stream>()
  readonly #state: () => Promise<ServerState>

  constructor(state: () => Promise<ServerState>) {
    this.#state = state
  }

  /** Adds a stream, which gets the state at once. @returns a function for its end */
  open(stream: Stream): () => void {
    this.#open.add(stream)
    void this.#report([stream])
    return () => void this.#open.delete(stream)
  }

  /** Reports the current state. */
  async report(): Promise<void> {
    if (this.#open.size > 0) await this.#report(Array.from(this.#open))
  }

  async #report(streams: readonly Stream[]): Promise<void> {
    const { head, epoch } = await this.#state()
    for (const stream of streams) if (this.#open.has(stream)) stream.changed({ head, epoch })
  }

  endAll(): void {
    for (const stream of Array.from(this.#open)) stream.end()
    this.#open.clear()
  }
}
