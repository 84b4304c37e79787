/** The files of the account, over HTTP with the device's session. */
import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '@notegraph/folder-sync'
import type { DiskTree } from '@notegraph/host'
import { parse } from 'content-disposition'

/** Status codes that are final; any other failure is tried again. */
const FOR_GOOD = new Set([400, 402, 403, 413, 507])
const TOO_LARGE = 413
/** Status codes of a server that is busy, or of a proxy in front of one that does not answer. */
const PASSING = new Set([429, 502, 503, 504])
const MOST_TRIES = 5
/** Milliseconds before another try, unless the server says how long to wait. They double with each try. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 120_000

/** Waits for a number of milliseconds. Rejects if the program is to stop. */
export type Wait = (ms: number) => Promise<unknown>

/**
 * The files of the account. A server that says when to come again is asked again then.
 *
 * @param wait between two tries
 */
export function serverFiles(disk: DiskTree, url: string, session: string, wait: Wait = sleep): Files {
  const headers = { Authorization: `Bearer ${session}` }
  const route = `${url.replace(/\/+$/, '')}/api/files`

  async function ask(address: string, init: () => Promise<RequestInit>): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(address, await init()).catch((error: unknown) => {
        if (tries === MOST_TRIES) throw new Error('the server did not answer', { cause: error })
      })
      if (answer && (!PASSING.has(answer.status) || tries === MOST_TRIES)) return answer
      await answer?.body?.cancel()
      await wait(waitBefore(answer?.headers.get('retry-after'), tries))
    }
  }

  return {
    async upload(path) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const answer = await ask(`${route}?name=${encodeURIComponent(name)}`, async () => ({
        method: 'POST',
        headers,
        body: await openAsBlob(await disk.realPath(path)),
      }))
      const said = await saidBy(answer)
      if (answer.ok && said.id !== undefined) return { ok: true, id: said.id }
      const why = said.error ?? (answer.status === TOO_LARGE ? REFUSED_BY_PROXY : answered(answer))
      if (FOR_GOOD.has(answer.status)) return { ok: false, why }
      throw new Error(answered(answer))
    },
    async download(id) {
      const answer = await ask(`${route}/${id}`, async () => ({ headers }))
      if (answer.ok && answer.body) return { name: nameIn(answer.headers, id), bytes: answer.body }
      await answer.body?.cancel()
      if (answer.status === 404) return undefined
      throw new Error(answered(answer))
    },
  }
}

const REFUSED_BY_PROXY =
  'A proxy in front of the server refuses a file of this size (413). Raise the limit of the proxy, such as client_max_body_size of nginx.'

const answered = ({ status }: Response): string => `the server answered ${status}`

/** The body of an answer. A proxy answers with a page of its own. */
async function saidBy(answer: Response): Promise<{ readonly id?: string; readonly error?: string }> {
  try {
    const said: unknown = await answer.json()
    return said ?? {}
  } catch {
    return {}
  }
}

/** @param said the header `Retry-After`, which is a number of seconds or a date */
function waitBefore(said: string | null | undefined, tries: number): number {
  const seconds = Number(said ?? Number.NaN)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said ?? '') - Date.now()
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT, Math.max(0, ms)) : FIRST_WAIT * 2 ** (tries - 1)
}

/** The file's name in a form that is valid in a folder. */
function nameIn(headers: Headers, id: string): string {
  const said = headers.get('content-disposition')
  const name = said === null ? undefined : parse(said).parameters['filename']
  const fit = (name ?? '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120)
  return fit === '' ? id : fit
}
