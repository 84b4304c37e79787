/**
 * The network between a server and a device that listens. Events are lost, late, doubled and reordered, and connections
 * break, some without notice. While the network is healthy, each event arrives at once.
 */
import type { Reply, ServerState } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import type { Network } from './network.ts'
import type { Server } from './server.ts'
import type { Time } from './time.ts'

/** Milliseconds between two comments of the server. */
const COMMENT = 25_000
/** Milliseconds between two events. The server merges those in between. */
const MERGED = 1_000

export interface LiveSetup {
  readonly net: Pick<Network, 'isWhole' | 'isCut'>
  readonly time: Time
  readonly chance: Chance
  readonly server: () => Server
}

export async function liveStream(
  { net, time, chance, server }: LiveSetup,
  heard: (state?: ServerState) => void,
  signal: AbortSignal,
): Promise<Reply<void>> {
  if (net.isCut) throw new Error('offline')
  return new Promise((resolve, reject) => {
    let isOpen = true
    let leave = (): void => {}
    let stopComments = (): void => {}

    function end(settle: () => void): void {
      isOpen = false
      leave()
      stopComments()
      settle()
    }
    const hang = (): void => end(() => reject(new Error('the connection broke')))
    const say = (state?: ServerState): void => {
      if (isOpen && !net.isCut) heard(state)
    }

    function comment(): void {
      stopComments = time.later(COMMENT, () => {
        say()
        comment()
      })
    }

    let quietUntil = -Infinity
    let merged: ServerState | undefined

    function changed(state: ServerState): void {
      if (time.now >= quietUntil) return send(state)
      if (!merged)
        time.later(quietUntil - time.now, () => {
          const last = merged
          merged = undefined
          if (last && isOpen) send(last)
        })
      merged = state
    }

    function send(state: ServerState): void {
      quietUntil = time.now + MERGED
      if (net.isWhole) return say(state)
      const fate = chance.below(20)
      if (fate === 0) return hang()
      if (fate < 4) return // the event is lost
      time.later(delay(), () => say(state))
      if (fate < 8) time.later(delay(), () => say(state))
    }

    /** Mostly short, sometimes so long that later events overtake it. */
    const delay = (): number => (chance.below(4) > 0 ? chance.below(300) : chance.below(20_000))

    signal.addEventListener('abort', hang)
    comment()
    leave = server().streams.open({
      changed,
      end() {
        if (!net.isCut) return end(() => resolve({ ok: true, value: undefined }))
        // The device notices the end by the silence alone.
        leave()
        stopComments()
      },
    })
  })
}
