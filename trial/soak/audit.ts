/** After the load: what was acknowledged must be there, and every event must have arrived. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import type { Receiver } from './receiver.ts'
import type { Soaked } from './server.ts'

/** Messages are sent within ten seconds of the commit; a busy receiver may take a few of them. */
const MOST_WAITS = 60

export async function audit(
  server: Soaked,
  accounts: readonly Account[],
  receiver: Receiver,
): Promise<string[]> {
  const problems: string[] = []
  for (const account of accounts) {
    problems.push(...(await lost(account)))
    const late = await undelivered(account, receiver)
    if (late > 0)
      problems.push(`${account.id}: webhooks did not name ${late} of ${account.added.size} added blocks`)
    const found = await server.check(account.id)
    problems.push(...found.map((problem) => `${account.id}: ${problem}`))
  }
  return [...problems, ...receiver.problems()]
}

/** Each block must have the last text that the server acknowledged. */
async function lost({ id, notes, acknowledged }: Account): Promise<string[]> {
  const problems: string[] = []
  for (const [block, text] of acknowledged) {
    const { block: found } = await notes.readBlock(block)
    if (found.content !== text) problems.push(`${id}: block ${block} lost its last text`)
  }
  return problems
}

/** The number of added blocks that no message named. */
async function undelivered({ id, added }: Account, receiver: Receiver): Promise<number> {
  const missing = (): number => [...added].filter((block) => !receiver.has(id, block)).length
  for (let waits = 0; waits < MOST_WAITS && missing() > 0; waits++) await wait(1_000)
  return missing()
}
