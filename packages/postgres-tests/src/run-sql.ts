/** Runs text on a connection of its own. */
import pg from 'pg'

export type Run = (text: string) => Promise<Record<string, unknown>[]>

export async function withConnection<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows)
  } finally {
    await client.end()
  }
}

export const runSql = async (url: string, text: string): Promise<Record<string, unknown>[]> =>
  withConnection(url, async (run) => run(text))
