/** Runs queries as the service does, up to the JSON of the answer. */
import type { Caller, NotesService } from '@notegraph/service'
import type { Store } from '@notegraph/store'

/** Blocks in an answer. */
export const LIMIT = 200

export async function callerOf(store: Store, id: string): Promise<Caller> {
  const account = await store.accounts.find(id)
  const token = { tokenId: 'bench', tokenName: 'bench', scope: 'read' } as const
  return { account: account!, plan: 'active', zone: 'UTC', ...token }
}

export async function textOf(notes: NotesService, caller: Caller, q: string): Promise<string> {
  const result = await notes.search(caller, { q, limit: LIMIT, offset: 0 })
  if (!result.ok) throw new Error(`${q}: ${JSON.stringify(result.refusal)}`)
  return result.value.json
}

/** @returns milliseconds */
export async function timeToAsk(notes: NotesService, caller: Caller, q: string): Promise<number> {
  const begin = performance.now()
  await textOf(notes, caller, q)
  return performance.now() - begin
}
