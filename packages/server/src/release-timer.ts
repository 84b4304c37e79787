/**
 * Asks a list of releases once a day, if the operator named one. No caller causes a request, and none says anything of this
 * server. The data folder has the last answer, so restarts and other processes on the same data ask no more often.
 * @see operations/upgrade
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@notegraph/host'
import { PRIVATE_FILE } from '@notegraph/store/disk'
import type { ReleaseState } from '@notegraph/web'
import * as v from 'valibot'
import { faultOf } from './http/log.ts'
import { DocumentFault, documentFetcher } from './oauth/metadata-document.ts'
import type { ResolveName } from './public-names.ts'
import { repeat } from './repeat.ts'
import { VERSION } from './version.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** A list of a year of releases with their notes has some 200 KB. */
const BYTES = 1_000_000

export interface ReleaseTimerDeps {
  /** The address of the list. */
  readonly url: string
  /** The data folder. */
  readonly data: string
  readonly clock: () => number
  readonly log: Log
  readonly resolve?: ResolveName
  /** Milliseconds until it gives up. */
  readonly patience?: number
  /** The release of this program. */
  readonly running?: string
  /** Milliseconds until the first look at what is due, so that a start is not delayed, and between two. */
  readonly first?: number
  readonly every?: number
}

/** The list of releases, as it was asked last. */
export interface Releases {
  readonly state: () => ReleaseState
  /** Stops the timer and a running request. */
  readonly stop: () => Promise<void>
}

const NAME = 'newest-release.json'
const Note = v.object({
  url: v.string(),
  askedAt: v.number(),
  newest: v.optional(v.string()),
  failed: v.optional(v.boolean()),
})
type Note = v.InferOutput<typeof Note>

export function startReleaseTimer({
  url,
  data,
  clock,
  log,
  resolve,
  patience,
  running = VERSION,
  first = MINUTE,
  every = HOUR,
}: ReleaseTimerDeps): Releases {
  const path = join(data, NAME)
  let last = noteAt(path, url)

  async function keep(note: Note): Promise<void> {
    last = note
    await writeFile(path, JSON.stringify(note), { mode: PRIVATE_FILE })
  }

  async function look(stopping: AbortSignal): Promise<void> {
    const now = clock()
    const before = noteAt(path, url) ?? last // another process may have asked
    last = before
    // A clock that was set back must not stop the requests for good.
    if (before && Math.abs(now - before.askedAt) < DAY) return
    const asked = { ...before, url, askedAt: now }
    try {
      await keep(asked) // first, so that a restart does not ask again
      const fetchDocument = documentFetcher({
        resolve,
        ...(patience !== undefined && { patience }),
        ownHosts: [new URL(url).host],
        bytes: BYTES,
        stopping,
        headers: { 'User-Agent': 'Notegraph' },
      })
      const { text } = await fetchDocument(url)
      const newest = newestIn(JSON.parse(text))
      if (newest !== undefined && newest !== before?.newest && isBefore(running, newest))
        log.info({ release: newest }, 'there is a newer release')
      await keep({ url, askedAt: now, newest, failed: false })
    } catch (error) {
      if (stopping.aborted) return
      await keep({ ...asked, failed: true }).catch(() => {})
      if (before?.failed === true) return
      const why = error instanceof DocumentFault ? { why: error.message } : { fault: faultOf(error) }
      log.warn(why, 'the list of releases cannot be read')
    }
  }

  return {
    state: () => ({
      running,
      newest: last?.newest,
      isOutdated: last?.newest !== undefined && isBefore(running, last.newest),
      failed: last?.failed === true,
    }),
    stop: repeat(look, { first, every }),
  }
}

/** @returns undefined if nobody asked this list yet */
function noteAt(path: string, url: string): Note | undefined {
  try {
    const note = v.parse(Note, JSON.parse(readFileSync(path, 'utf8')))
    return note.url === url ? note : undefined
  } catch {
    return undefined
  }
}

/** As forges list releases, or as a server says its own at `/api/version`. */
const Entry = v.union([
  v.object({
    tag_name: v.string(),
    draft: v.optional(v.boolean()),
    prerelease: v.optional(v.boolean()),
  }),
  v.object({ version: v.string() }),
])
const List = v.union([v.array(Entry), Entry])

/**
 * The newest release of a list, without drafts and pre-releases, as its numbers alone.
 * @returns undefined if the list has none @throws if it is no list
 */
function newestIn(list: unknown): string | undefined {
  const names = [v.parse(List, list)].flat().map((entry) => {
    if ('version' in entry) return entry.version
    return entry.draft === true || entry.prerelease === true ? '' : entry.tag_name
  })
  return names
    .filter((name) => partsOf(name)?.[3] === RELEASED)
    .map((name) => partsOf(name)!.slice(0, 3).join('.'))
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
    .at(-1)
}

const NUMBERS = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\d.a-z-]+)?(?:\+[\d.a-z-]+)?$/i
const RELEASED = 1

/** The numbers of a version, and 0 for a pre-release. @returns undefined if it is none */
function partsOf(version: string): readonly number[] | undefined {
  const [, major, minor, patch, preRelease] = NUMBERS.exec(version) ?? []
  if (major === undefined) return undefined
  return [Number(major), Number(minor), Number(patch), preRelease === undefined ? RELEASED : 0]
}

/** Whether a version is older than another one. */
function isBefore(one: string, other: string): boolean {
  const [left = [], right = []] = [partsOf(one), partsOf(other)]
  const at = left.findIndex((part, n) => part !== right[n])
  return at !== -1 && left[at]! < (right[at] ?? 0)
}
