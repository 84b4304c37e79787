/**
 * The network between a device and the server: slow, and losing requests and answers, or bringing a request twice. While
 * it is whole, everything arrives at once.
 */
import type { PullAnswer, PushAnswer, Reply, Transport } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import { CALLER, overTheWire, type Server } from './server.ts'
import type { Time } from './time.ts'

/** A device gives up after this. */
const PATIENCE = 30_000

export interface Network extends Transport {
  /** Nothing goes wrong any more. */
  isWhole: boolean
  /** Nothing goes through. */
  isCut: boolean
}

/** @param ask what a request asks of the server, at the moment when it gets there */
type Ask<T> = () => Promise<Reply<T>>

export interface NetworkSetup {
  readonly time: Time
  readonly chance: Chance
  readonly server: () => Server
  readonly ledger: Ledger
  /** Whose network it is. */
  readonly device: string
  /** Told when something is not as it may be. */
  readonly failed: (what: string) => void
}

export function network({ time, chance, server, ledger, device, failed }: NetworkSetup): Network {
  const net: Network = {
    isWhole: false,
    isCut: false,
    pull: async (cursor) => {
      const limit = net.isWhole ? 500 : 1 + chance.below(6)
      const query = { ...(cursor !== undefined && { cursor }), limit }
      return send<PullAnswer>(async () => overTheWire(await server().sync.pull({ ...CALLER, device }, query)))
    },
    push: async (body) => {
      const text = JSON.stringify(body)
      const retries = chance.below(4) === 0
      return send<PushAnswer>(async () => {
        const at = server()
        const { sync } = at
        const push = async () => overTheWire(await sync.push({ ...CALLER, device }, JSON.parse(text)))
        const reply = await push()
        for (const [i, { record }] of reply.ok ? reply.value.results.entries() : [])
          if (record) ledger.collapsed(body.records[i]!.record, record)
        if (retries && (await at.commitsOf(push)) > 0)
          failed(`(3) a push of ${device} that was sent again took a number`)
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
    if (fate > 0.95) time.later(there + chance.below(120_000), () => void ask()) // comes twice
    return new Promise((resolve, reject) => {
      const giveUp = time.later(PATIENCE, () => reject(new Error('no answer')))
      const arrive = async () => {
        const { life } = server()
        const reply = await ask()
        if (fate < 0.18 || server().life !== life) return // the answer is lost
        time.later(back, () => {
          giveUp()
          resolve(reply)
        })
      }
      if (fate >= 0.08) time.later(there, () => void arrive()) // else the request is lost
    })
  }

  /** Mostly short, at times longer than anybody waits. */
  const delay = (): number => (chance.below(10) > 0 ? chance.below(200) : chance.below(50_000))

  return net
}
