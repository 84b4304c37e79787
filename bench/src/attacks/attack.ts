/** One attack of `bench load`: the records that it needs, and the actions of its caller. */
import type { GraphRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

export interface Attack {
  readonly name: string
  /** Adds the records that the attack needs to the attacker's account. */
  readonly prepare?: (graph: GraphStore) => Promise<void>
  /** Starts what the server needs around it. @param folder for files, deleted at the end */
  readonly surround?: (folder: string) => Promise<Surroundings>
  /** Makes a bounded number of calls. @returns a summary of the answers; it throws if others were held up */
  readonly run: (attacker: Attacker) => Promise<string>
}

/** The surroundings of the server under load. */
export interface Surroundings {
  /** Runs the server in place of Node. */
  readonly execPath: string
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A caller with the usual rates: a token that writes, and a device session. */
export interface Attacker {
  readonly url: string
  readonly token: string
  readonly session: string
  /** The device session of another account. */
  readonly otherSession: string
  /** The token of that account. */
  readonly otherToken: string
  /** The environment of `Surroundings`. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds of a lookup of `localhost` by the resolver of the system, in the server's process. */
  readonly lookup: () => Promise<number>
  /** Aborted after a while, whatever is in progress. */
  readonly signal: AbortSignal
}

/** The attacker's address for rates: the server under load trusts this machine as a proxy. */
export const FROM: Readonly<Record<string, string>> = { 'X-Forwarded-For': '198.51.100.1' }

interface Sent {
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  /** Replaces the token. */
  readonly as?: string
}

export async function call(
  { url, token, signal }: Attacker,
  path: string,
  { method = 'GET', body, type = 'application/json', as = token }: Sent = {},
): Promise<Response> {
  const headers = {
    ...FROM,
    Authorization: `Bearer ${as}`,
    ...(body !== undefined && { 'Content-Type': type }),
  }
  return fetch(url + path, { method, headers, signal, ...(body !== undefined && { body }) })
}

/** Makes many calls, some at the same time, and reads each answer. @returns the count of each status */
export async function calls(
  count: number,
  atOnce: number,
  make: (n: number) => Promise<Response>,
): Promise<string> {
  const came = new Map<string, number>()
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < count) {
      let what: string
      try {
        const response = await make(next++)
        await response.arrayBuffer()
        what = String(response.status)
      } catch {
        what = 'none'
      }
      came.set(what, (came.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return statuses(came)
}

/** Formats as `90 × 200, 28 × 429`. */
export const statuses = (came: ReadonlyMap<string, number>): string =>
  Array.from(came, ([what, times]) => `${times} × ${what}`).join(', ')

/** Commits records as an import does, a few thousand at a time. */
export async function put(graph: GraphStore, records: Iterable<GraphRecord>, atOnce = 2_000): Promise<void> {
  let batch: GraphRecord[] = []
  const commit = async (): Promise<void> => {
    const done = await graph.commits.commitAll([{ puts: batch.map((record) => ({ record, from: 0 })) }])
    if (!done.ok) throw new Error(done.why)
    batch = []
  }
  for (const record of records) {
    batch.push(record)
    if (batch.length >= atOnce) await commit()
  }
  if (batch.length > 0) await commit()
}
