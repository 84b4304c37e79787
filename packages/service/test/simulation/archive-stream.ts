/**
 * The network between a server and a device that takes an archive. Lines are late, and streams break between two of them.
 * A server that restarts ends its streams. While the network is healthy, each line arrives at once.
 */
import type { PullReply } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import type { Network } from './network.ts'
import type { Server } from './server.ts'
import type { Time } from './time.ts'

/** Milliseconds between two looks at the network. */
const LOOK = 1_000

export interface ArchiveSetup {
  readonly net: Pick<Network, 'isWhole' | 'isCut' | 'pageLimit'>
  readonly time: Time
  readonly chance: Chance
  readonly server: () => Server
  readonly device: string
}

export async function* archiveStream(
  { net, time, chance, server, device }: ArchiveSetup,
  cursor: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<PullReply, void> {
  const passes = (): void => {
    if (net.isCut || (!net.isWhole && chance.below(12) === 0)) throw new Error('the connection broke')
  }
  /** Mostly short, sometimes longer than a device waits, but never long in a healthy network. */
  const late = async (): Promise<void> => {
    let left = chance.below(10) > 0 ? chance.below(200) : chance.below(150_000)
    for (; left > 0 && !net.isWhole; left -= LOOK) {
      if (signal.aborted) throw new Error('the device gave up')
      await new Promise<void>((resolve) => void time.later(Math.min(left, LOOK), resolve))
    }
  }
  passes()
  await late()
  const { life } = server()
  const limit = net.pageLimit ?? (net.isWhole ? 500 : 1 + chance.below(6))
  for await (const value of server().archive(device, { ...(cursor !== undefined && { cursor }), limit })) {
    await late()
    passes()
    if (server().life !== life) throw new Error('the server restarted')
    yield { ok: true, value }
  }
}
