/** The accounts that the load works on, each with pages of its own. */
import { notesClient, webhooksClient, type NotesClient } from '@notegraph/client'
import type { Soaked } from './server.ts'
import { anyOf, sentence } from './words.ts'

const ACCOUNTS = 5
const PAGES = 100
const LINES = 20
/** Blocks that programs change over and over. */
const CHANGED = 200

export interface Account {
  readonly id: string
  readonly token: string
  readonly session: string
  readonly notes: NotesClient
  readonly pages: readonly string[]
  /** Blocks that programs change; each is changed by one program at a time. */
  readonly free: string[]
  /** The last text of a block that the server confirmed to a program. */
  readonly acknowledged: Map<string, string>
  /** Every block that was added. Each is taken back, so that the graph keeps its size. */
  readonly added: Set<string>
  /** Changes that add a block and are not reverted yet. */
  readonly open: string[]
}

export const ACCOUNT_IDS: readonly string[] = Array.from({ length: ACCOUNTS }, (_, n) => `soak-${n + 1}`)

/** Fills the accounts. @param hook the address of the receiver of webhooks */
export async function makeAccounts(server: Soaked, hook: string): Promise<Account[]> {
  const accounts: Account[] = []
  for (const id of ACCOUNT_IDS) accounts.push(await makeAccount(server, id, hook))
  return accounts
}

async function makeAccount(server: Soaked, id: string, hook: string): Promise<Account> {
  const { token, session } = server.accounts.get(id)!
  const { baseUrl } = server
  const notes = notesClient({ url: baseUrl, token, retries: 0 })
  const pages = Array.from({ length: PAGES }, (_, n) => `Page ${n + 1}`)
  const acknowledged = new Map<string, string>()
  const free: string[] = []
  for (const name of pages) {
    const text = Array.from({ length: LINES }, () => `- ${sentence()} [[${anyOf(pages)}]]`)
    await notes.createPage({ name })
    const { ids } = await notes.addOutline(name, { text: text.join('\n') })
    free.push(...ids.blockIds)
  }
  free.length = CHANGED
  await webhooksClient({ url: baseUrl, token: session }).make({ url: `${hook}/${id}`, blocks: true })
  return { id, token, session, notes, pages, free, acknowledged, added: new Set(), open: [] }
}
