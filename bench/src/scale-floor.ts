/**
 * The transactions of writes by hand, with `pg` alone, for an account of their own. Each locks the row of the graph, and
 * reads in the same round trip what the write depends on. Then all rows travel with the commit. The rows, their indexes and
 * the wait for the disk are those of the store. The floor decides nothing, and no replica follows.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { generateBlock } from './generate.ts'
import { random } from './random.ts'
import { blockOf } from './rows.ts'

const AT = Date.UTC(2026, 0, 1)

/** Each resolves after its commit. */
export interface WritesByHand {
  /** A new block, its author, its change list entry and its idempotency record. */
  readonly add: () => Promise<void>
  /** The same for one block again and again. It also keeps the state before, and notes the write for webhooks. */
  readonly edit: () => Promise<void>
}

/** A client of `pg`, whose statements with values are parsed and planned once if they are `prepared`. */
export async function bareClient(url: string, { prepared = false } = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  if (!prepared) return client
  const query = client.query.bind(client)
  const names = new Map<string, string>()
  client.query = (async (text: string, values?: unknown[]) => {
    if (values === undefined) return query(text)
    const name = names.get(text) ?? `statement_${names.size}`
    names.set(text, name)
    return query({ name, text, values })
  }) as typeof client.query
  return client
}

const rowOf = (id: string, text: string, n: number, at: number) => ({
  id,
  n,
  deleted: false,
  doc: JSON.stringify(blockOf(id, 'page', text, n, at)),
})

/** The row of a new block. */
export const newRow = (text: string, n: number, at: number): ReturnType<typeof rowOf> =>
  rowOf(randomUUID(), text, n, at)

export async function writesByHand(bare: pg.Client, account: string): Promise<WritesByHand> {
  await bare.query(
    'INSERT INTO graph (account_id, epoch, head, floor_seq, floor_n, change_bytes, answer_bytes) VALUES ($1, 1, 0, 0, 0, 0, 0)',
    [account],
  )
  await bare.query('INSERT INTO sweep_due (account_id, due, changed) VALUES ($1, 0, true)', [account])
  const dice = random(1)
  let m = 0

  /** @param replaced the id of the record that the write replaces */
  async function lock(replaced?: string) {
    void bare.query('BEGIN')
    const [graph, , before] = await Promise.all([
      bare.query<{ head: string }>('SELECT * FROM graph WHERE account_id = $1 FOR UPDATE', [account]),
      bare.query(
        `SELECT EXISTS (SELECT 1 FROM idempotency_record WHERE account_id = $1 AND key = $2) AS taken,
           (SELECT coalesce(sum(bytes), 0) FROM idempotency_record WHERE account_id = $1 AND at < 0) AS answers,
           (SELECT coalesce(sum(bytes), 0) FROM change WHERE account_id = $1 AND at < 0) AS entries,
           (SELECT count(*) FROM change WHERE account_id = $1 AND open) AS open,
           EXISTS (SELECT 1 FROM sweep_due WHERE account_id = $1 AND changed) AS noted`,
        [account, randomUUID()],
      ),
      replaced === undefined
        ? undefined
        : bare.query<{ seq: string; h: string | null; since: string | null }>(
            `SELECT record.seq, kept.h, kept.since FROM record LEFT JOIN LATERAL (
               SELECT h, since FROM kept_state WHERE account_id = $1 AND kept_state.id = record.id ORDER BY until DESC LIMIT 1
             ) AS kept ON true WHERE account_id = $1 AND id = $2`,
            [account, replaced],
          ),
    ])
    return { seq: Number(graph.rows[0]!.head) + 1, before: before?.rows[0] }
  }

  /** The rows that both kinds of writes have, and the commit. */
  const finish = (id: string, doc: string, seq: number, at: number, grown: number) => [
    bare.query(
      `INSERT INTO change (account_id, id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, bytes)
       VALUES ($1, $2, $3, true, 'bench', 'bench', 'add_block', 'Added a block to page', 'page', 'page-1', $4, $5, 500)`,
      [account, randomUUID(), at, id, `[{"kind":"block","id":"${id}","before":null,"after":${doc}}]`],
    ),
    bare.query(
      `INSERT INTO idempotency_record (account_id, key, request, answer, at, bytes) VALUES ($1, $2, 'request', $3, $4, 500)`,
      [account, randomUUID(), doc, at],
    ),
    bare.query('INSERT INTO graph_commit (account_id, id, seq, device) VALUES ($1, $2, $3, $4)', [
      account,
      randomUUID(),
      seq,
      'phone',
    ]),
    bare.query(
      "INSERT INTO commit_author (account_id, seq, at, kind, who, name) VALUES ($1, $2, $3, 'token', 'bench', 'bench')",
      [account, seq, at],
    ),
    bare.query(
      'UPDATE graph SET head = $2, blocks = blocks + $3, block_bytes = block_bytes + $4 WHERE account_id = $1',
      [account, seq, grown, doc.length],
    ),
    bare.query('COMMIT'),
  ]

  async function add(id: string = randomUUID()): Promise<void> {
    const at = AT + ++m
    const { n, doc } = rowOf(id, generateBlock(dice, 300), m, at)
    const { seq } = await lock()
    await Promise.all([
      bare.query(
        'INSERT INTO record (account_id, id, n, seq, deleted, doc) VALUES ($1, $2, $3, $4, false, $5)',
        [account, id, n, seq, doc],
      ),
      ...finish(id, doc, seq, at, 1),
    ])
  }

  async function edit(id: string): Promise<void> {
    const at = AT + ++m
    const { doc } = rowOf(id, generateBlock(dice, 300), m, at)
    const { seq, before } = await lock(id)
    const { h, since } = before!
    await Promise.all([
      h !== null && bare.query('DELETE FROM kept_state WHERE account_id = $1 AND h = $2', [account, h]),
      bare.query(
        `INSERT INTO kept_state (account_id, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc)
         SELECT $1, id, 'page-1', $3, seq, $4, $5, $5, $5, deleted, 'token', 'bench', 'bench', doc
         FROM record WHERE account_id = $1 AND id = $2`,
        [account, id, since ?? before!.seq, seq, at],
      ),
      bare.query('UPDATE record SET seq = $3, doc = $4 WHERE account_id = $1 AND id = $2', [
        account,
        id,
        seq,
        doc,
      ]),
      bare.query('INSERT INTO outbox (account_id, seq, by, pages) VALUES ($1, $2, $3, $4)', [
        account,
        seq,
        '{"kind":"token","id":"bench","name":"bench"}',
        `[{"id":"page-1","blocks":["${id}"]}]`,
      ]),
      ...finish(id, doc, seq, at, 0),
    ])
  }

  const edited = randomUUID()
  let isThere = false
  return {
    add,
    edit: async () => {
      if (!isThere) await add(edited)
      isThere = true
      await edit(edited)
    },
  }
}
