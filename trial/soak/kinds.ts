/** The requests of programs and assistants, in the shares of a busy day: mostly reads. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { anyOf, sentence, word } from './words.ts'
import type { Account } from './accounts.ts'
import type { Kind } from './pace.ts'

export interface Kinds {
  readonly kinds: readonly Kind[]
  readonly close: () => Promise<void>
}

/** The kinds that write. */
export const WRITES: ReadonlySet<string> = new Set(['change a block', 'add or take back'])

export async function makeKinds(accounts: readonly Account[], baseUrl: string): Promise<Kinds> {
  const assistants = await Promise.all(accounts.map(({ token }) => connect(baseUrl, token)))
  const call = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const { isError, content } = await anyOf(assistants).callTool({ name, arguments: args })
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
  }
  const read = (name: string, share: number, act: (account: Account) => Promise<unknown>): Kind => ({
    name,
    share,
    act: async () => void (await act(anyOf(accounts))),
  })
  return {
    kinds: [
      read('page', 25, ({ notes, pages }) => notes.readPage(anyOf(pages))),
      read('day', 8, ({ notes }) => notes.readDay('today')),
      read('pages', 5, ({ notes }) => notes.listPages({ limit: 50 })),
      read('search', 12, ({ notes }) => notes.search({ q: `${word()} ${word()}` })),
      read('query', 5, ({ notes, pages }) => notes.search({ q: `(and [[${anyOf(pages)}]] "${word()}")` })),
      read('tasks', 4, ({ notes }) => notes.listTasks()),
      read('links', 3, ({ notes, pages }) => notes.readLinks(anyOf(pages))),
      read('change a block', 15, changeBlock),
      read('add or take back', 8, addOrTakeBack),
      { name: 'MCP read', share: 10, act: () => call('read_page', { name: anyOf(accounts[0]!.pages) }) },
      { name: 'MCP search', share: 5, act: () => call('search', { query: word() }) },
    ],
    close: async () => void (await Promise.all(assistants.map((assistant) => assistant.close()))),
  }
}

async function connect(baseUrl: string, token: string): Promise<Client> {
  const client = new Client({ name: 'soak', version: '1' })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp`), { requestInit: { headers } }),
  )
  return client
}

async function changeBlock({ notes, free, acknowledged }: Account): Promise<void> {
  const id = free.shift()
  if (id === undefined) throw new Error('every block is being changed')
  try {
    const text = sentence()
    await notes.updateBlock(id, { text })
    acknowledged.set(id, text)
  } finally {
    free.push(id)
  }
}

/** Half of the calls add a block, the other half revert one, so that the graph keeps its size. */
async function addOrTakeBack({ notes, added, open, pages }: Account): Promise<void> {
  const change = open.length > 20 || (open.length > 0 && Math.random() < 0.5) ? open.shift() : undefined
  if (change !== undefined) return void (await notes.revertOwnChange(change))
  const { ids } = await notes.addBlock(anyOf(pages), { text: sentence() })
  added.add(ids.blockId)
  const { changes } = await notes.listOwnChanges({ limit: 5 })
  const mine = changes.find(({ blockId }) => blockId === ids.blockId)
  if (mine) open.push(mine.id)
}
