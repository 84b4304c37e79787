/**
 * Reports changes of accounts to listeners in this process at once, and to other processes with `NOTIFY`.
 *
 * The message follows the commit in a statement of its own. Inside the transaction, PostgreSQL would let only one
 * transaction of the whole server commit at a time. If a process dies in between, others miss the signal: devices still
 * pull every minute.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Watchers, type Store } from '@notegraph/store'
import type { Database } from './database/database.ts'
import { listen, type Listener } from './database/listener.ts'
import { acrossAccounts } from './database/statement.ts'
import { isUnavailable } from './database/unavailable.ts'

export interface ChangeSignals extends Pick<Store, 'watch'> {
  /** Reports a change of an account, after its commit. */
  readonly signal: (accountId: string) => void
  /** Sends the last signals and stops. */
  close(): Promise<void>
}

const CHANNEL = 'notegraph_change'
const SENT_AT_ONCE = 1_000
/** Accounts that wait for a server that is away. Their devices find later changes by themselves. */
const MOST_WAITING = 10_000
const RETRY = 1_000
/** Milliseconds between two statements. The commits of a burst share one: each costs as much as a tenth of a commit. */
const BETWEEN = 10
/** After a lost connection, so many accounts read at a time, with a pause between. */
const ACCOUNTS_AT_ONCE = 200
const PAUSE = 100

// A message need not survive the server, so nobody waits for the disk.
const NOTIFY = acrossAccounts(
  'A signal of several accounts reads no row.',
  `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
   SELECT pg_notify('${CHANNEL}', message) FROM quick, unnest($1::text[]) AS message`,
)

/** @param listenUrl the address to listen at */
export function changeSignals(db: Database, listenUrl: string): ChangeSignals {
  const watchers = new Watchers()
  // A process hears its own messages too, and has called its listeners already.
  const sender = randomBytes(6).toString('hex')
  const changed = new Set<string>()
  let sending: Promise<void> | undefined
  let listener: Listener | undefined
  let isClosed = false

  async function send(): Promise<void> {
    while (changed.size > 0) {
      const some = Array.from(changed).slice(0, SENT_AT_ONCE)
      for (const id of some) changed.delete(id)
      try {
        await db.all(NOTIFY, [some.map((id) => `${sender} ${id}`)])
        await setTimeout(BETWEEN)
      } catch (error) {
        if (isClosed || !isUnavailable(error)) continue
        for (const id of some) if (changed.size < MOST_WAITING) changed.add(id)
        await setTimeout(RETRY, undefined, { ref: false })
      }
    }
    sending = undefined
  }

  function hear(message: string): void {
    const [from, ...id] = message.split(' ')
    if (from !== sender) watchers.notify(id.join(' '))
  }

  const catchUp = () =>
    void watchers.notifyAll(ACCOUNTS_AT_ONCE, async () => setTimeout(PAUSE, undefined, { ref: false }))

  return {
    signal(accountId) {
      watchers.notify(accountId)
      if (changed.size < MOST_WAITING) changed.add(accountId)
      sending ??= send()
    },
    watch(accountId, listens) {
      // The connection stays: the next listener usually comes soon.
      listener ??= listen({ url: listenUrl, channel: CHANNEL, message: hear, listening: catchUp })
      return watchers.watch(accountId, listens)
    },
    async close() {
      isClosed = true
      await Promise.all([sending, listener?.close()])
    },
  }
}
