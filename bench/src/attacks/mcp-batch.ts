/** Batches of MCP calls: each call counts, and no call reads more than it may answer. */
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, put, type Attack } from './attack.ts'

const BLOCKS = 1_000
const WORDS = 'word [[Other]] '.repeat(1_300)

const body = (name: string, args: object): string =>
  JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
  )

export const mcpBatch: Attack = {
  name: 'B2: batches of 100 calls over MCP, of a page of 20 MB',
  prepare: (graph) =>
    put(
      graph,
      [
        makePage({ id: 'long', name: 'Long', now: 1 }),
        ...Array.from({ length: BLOCKS }, (_, n) => blockOf(`long-${n}`, 'long', `${n} ${WORDS}`, n, 1)),
      ],
      200,
    ),
  run: (attacker) =>
    calls(4, 2, (n) =>
      call(attacker, '/api/mcp', {
        method: 'POST',
        body:
          n % 2 === 0
            ? body('read_page', { name: 'Long', limit: 1_000 })
            : body('search', { query: 'word', limit: 1_000 }),
      }),
    ),
}
