/**
 * The network between a device and the server. It is slow, loses requests and answers, or repeats a request. While it
 * is healthy, everything arrives at once.
 */
import type { PullAnswer, PushAnswer, PushBody, Reply, Transport } from '@notegraph/sync'
import { archiveStream } from './archive-stream.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import { liveStream } from './live-stream.ts'
import { NO_ANSWER, type Server } from './server.ts'
import type { Time } from './time.ts'

/** Milliseconds until a device gives up. */
const PATIENCE = 30_000

const STATUSES = [401, 402, 429, 500, 503]

export interface Network extends Transport {
  /** Nothing fails any more. */
  isWhole: boolean
  /** Nothing passes. */
  isCut: boolean
  /** The most records in an answer; a few if undefined. */
  pageLimit: number | undefined
}

/** Whether the same push may have another result: it was refused in part, or not answered. */
const mayDiffer = (reply: Reply<PushAnswer>): boolean =>
  reply.ok ? reply.value.results.some(({ outcome }) => outcome === 'refused') : reply.status === NO_ANSWER

/** Sends a request to the server when it arrives there. */
type Ask<T> = () => Promise<Reply<T>>

export interface NetworkSetup {
  readonly time: Time
  readonly chance: Chance
  readonly server: () => Server
  readonly ledger: Ledger
  /** Draws answers of a failing server; left out, there are none. */
  readonly trouble?: Chance
  /** Draws the faults of archives; left out, there are none. */
  readonly archive?: Chance
  /** Draws the faults of the live stream; left out, there is none. */
  readonly live?: Chance
  /** The device of this network. */
  readonly device: string
}

export function network(setup: NetworkSetup): Network {
  const { time, chance, trouble, live, archive, server, ledger, device } = setup
  const net: Network = {
    ...(archive && {
      archive: (cursor, signal) =>
        archiveStream({ net, time, chance: archive, server, device }, cursor, signal),
    }),
    ...(live && {
      listen: async (heard, signal) => liveStream({ net, time, chance: live, server }, heard, signal),
    }),
    isWhole: false,
    isCut: false,
    pageLimit: undefined,
    pull: async (cursor) => {
      const few = net.isWhole ? 500 : 1 + chance.below(6)
      const limit = net.pageLimit ?? few
      const query = { ...(cursor !== undefined && { cursor }), limit }
      return send<PullAnswer>(async () => server().pull(device, query))
    },
    push: async (body) => {
      const text = JSON.stringify(body)
      const retries = chance.below(4) === 0
      return send<PushAnswer>(async () => {
        const at = server()
        const sent = JSON.parse(text) as PushBody
        const reply = await at.push(device, sent)
        for (const [i, { record }] of reply.ok ? reply.value.results.entries() : [])
          if (record) ledger.collapsed(sent.records[i]!.record, record)
        // A push refused for lack of space may succeed after its other records freed some.
        if (retries && !mayDiffer(reply)) await at.push(device, sent, true)
        return reply
      })
    },
  }

  async function send<T>(ask: Ask<T>): Promise<Reply<T>> {
    if (net.isCut) throw new Error('offline')
    if (net.isWhole) return ask()
    const fate = chance.part()
    const there = delay()
    const back = delay()
    if (fate > 0.95) time.later(there + chance.below(120_000), () => void ask()) // arrives twice
    return new Promise((resolve, reject) => {
      const giveUp = time.later(PATIENCE, () => reject(new Error('no answer')))
      const arrive = async () => {
        const { life } = server()
        const reply = troubled() ?? (await ask())
        if (fate < 0.18 || server().life !== life) return // the answer is lost
        time.later(back, () => {
          giveUp()
          resolve(reply)
        })
      }
      if (fate >= 0.08) time.later(there, () => void arrive()) // else the request is lost
    })
  }

  /** Sometimes the server fails and does nothing. */
  function troubled(): Extract<Reply<never>, { ok: false }> | undefined {
    if (!trouble || trouble.below(12) > 0) return undefined
    const status = STATUSES[trouble.below(STATUSES.length)]!
    return { ok: false, status, error: { error: 'trouble', code: 'internal', hint: '' } }
  }

  /** Mostly short, sometimes longer than any device waits. */
  const delay = (): number => (chance.below(10) > 0 ? chance.below(200) : chance.below(50_000))

  return net
}
