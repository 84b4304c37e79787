/**
 * A folder that a static site is published to. Files that changed are written beside the site first, then each is renamed into
 * its place, so a failure leaves the earlier site. A list names the files of the site; other files are never touched. Another list
 * has the hash of each file, so that a run writes nothing that the folder has already.
 * @see sharing 4
 */
import { createHash } from 'node:crypto'
import {
  createReadStream,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeepingTarget } from '@notegraph/service'
import { makeFolder } from '@notegraph/store/disk'

/** Hidden, so that hosts do not send them. */
const LIST = '.notegraph-site.json'
const HASHES = '.notegraph-site-hashes.json'
const UNPLACED = '.notegraph-site-part'

/** The state in which a site is written. */
export interface PublishedFrom<T> {
  /** A text that is another one for another program, whose files are not kept. */
  readonly program: string
  /** A text that is another one whenever the site may be. */
  readonly state: string
  /** Whether the result of a run is that of any run in the same state. */
  readonly isLasting: (value: T) => boolean
}

/** The files of the last run. */
interface LastRun {
  readonly program: string
  readonly state: string
  /** The result; absent if a run in the same state may have another one. */
  readonly value?: unknown
  /** The hash of each file, and the key with which it was asked for. */
  readonly files: Readonly<Record<string, readonly [hash: string, key?: string]>>
}

/** The result of writing a site, or the path of a file that is not of the site and is in its way. */
export type PublishedFolder<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly inTheWay: string }

/**
 * Publishes a site to a folder. Files that did not change keep their times, and those of an earlier site that left are
 * removed.
 *
 * @param write writes all files of the site; not called if the folder has them in the same state
 * @param from the state of the site; without it, no file is kept unseen
 * @returns the result of `write`; if a foreign file is in the way, its path, and nothing was changed
 * @example
 * ```ts
 * const published = await publishFolder('./public', (target) => writeStaticSite(sources, opened, target))
 * ```
 */
export async function publishFolder<T>(
  folder: string,
  write: (target: KeepingTarget) => Promise<T>,
  from?: PublishedFrom<T>,
): Promise<PublishedFolder<T>> {
  makeFolder(folder)
  const unplaced = join(folder, UNPLACED)
  await rm(unplaced, { recursive: true, force: true }) // an interrupted run leaves it
  try {
    const earlier = await readList(folder)
    const last = from && (await readLastRun(folder, from.program))
    if (
      last &&
      from &&
      'value' in last &&
      last.state === from.state &&
      (await isWhole(folder, earlier, last))
    )
      return { ok: true, value: last.value as T }
    const paths: string[] = []
    const changed: string[] = []
    const made = new Set<string>()
    const keys = new Map<string, string>()
    const files: Record<string, readonly [hash: string, key?: string]> = {}
    const value = await write({
      async keep(path, key) {
        if (from) keys.set(path, key)
        const one = last?.files[path]
        if (one?.[1] !== key || !earlier.has(path)) return undefined
        const bytes = placedBytes(folder, path)
        if (bytes === undefined || hashOfBytes(bytes) !== one[0]) return undefined
        paths.push(path)
        files[path] = one
        return bytes.toString()
      },
      async write(path, content) {
        paths.push(path)
        const bytes = typeof content === 'string' || content instanceof Uint8Array ? Buffer.from(content) : undefined // prettier-ignore
        if (from && bytes) files[path] = hashed(hashOfBytes(bytes), keys.get(path))
        // On some systems, a file of another spelling is the same file, and is removed below.
        if (bytes && earlier.has(path) && placedBytes(folder, path)?.equals(bytes)) return
        changed.push(path)
        const at = join(unplaced, path)
        if (!made.has(dirname(at))) mkdirSync(dirname(at), { recursive: true })
        made.add(dirname(at))
        if (bytes) return writeFileSync(at, bytes, { flag: 'wx' }) // many small files take three times as long otherwise
        await writeFile(at, content, { flag: 'wx' })
        if (from) files[path] = [await hashOf(at)]
      },
    })
    const inTheWay = await foreignPath(folder, changed, earlier)
    if (inTheWay !== undefined) return { ok: false, inTheWay }
    // The list names every file before it is placed, so that an interrupted run is completed by the next one.
    await writeList(folder, [...earlier, ...paths])
    const kept = new Set(paths)
    for (const path of earlier) if (!kept.has(path)) await remove(folder, path)
    for (const path of changed) await place(folder, path)
    await writeList(folder, paths)
    if (from) {
      const { program, state, isLasting } = from
      const run: LastRun = { program, state, ...(isLasting(value) && { value }), files }
      await writeHidden(folder, HASHES, JSON.stringify(run))
    }
    return { ok: true, value }
  } finally {
    await rm(unplaced, { recursive: true, force: true })
  }
}

async function readList(folder: string): Promise<ReadonlySet<string>> {
  const paths: unknown = JSON.parse(await readFile(join(folder, LIST), 'utf8').catch(unlessMissing('[]')))
  return new Set(Array.isArray(paths) ? paths.filter(isInside) : [])
}

async function writeList(folder: string, paths: Iterable<string>): Promise<void> {
  await writeHidden(folder, LIST, `${JSON.stringify([...new Set(paths)].toSorted(), null, 1)}\n`)
}

async function writeHidden(folder: string, name: string, text: string): Promise<void> {
  const beside = join(folder, UNPLACED, name)
  await mkdir(dirname(beside), { recursive: true })
  await writeFile(beside, text)
  await rename(beside, join(folder, name))
}

/** @returns undefined after another program, or if the list can't be read */
async function readLastRun(folder: string, program: string): Promise<LastRun | undefined> {
  try {
    const last = JSON.parse(await readFile(join(folder, HASHES), 'utf8')) as LastRun
    return last.program === program && typeof last.files === 'object' ? last : undefined
  } catch {
    return undefined
  }
}

/** Whether the folder has all files of the last run, and its list no other. */
async function isWhole(folder: string, listed: ReadonlySet<string>, { files }: LastRun): Promise<boolean> {
  const all = Object.entries(files)
  if (all.length !== listed.size) return false
  for (const [path, [hash]] of all)
    if (!listed.has(path) || (await placedHash(folder, path)) !== hash) return false
  return true
}

/** Whether a path of a list stays within the folder. */
const isInside = (path: unknown): path is string =>
  typeof path === 'string' && !/(?:^|[/\\])(?:\.\.?)?(?:[/\\]|$)/.test(path)

/** A path of the site where the folder has a file that an earlier site did not write. */
async function foreignPath(
  folder: string,
  paths: readonly string[],
  earlier: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const path of paths) {
    if (earlier.has(path)) continue
    const parents = path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))
    for (const parent of parents.slice(1)) if (kindOf(join(folder, parent)) === 'file') return parent
    if (kindOf(join(folder, path)) !== 'none' && !(await isSame(folder, path))) return path
  }
  return undefined
}

type Kind = 'none' | 'folder' | 'file'

function kindOf(path: string): Kind {
  const found = statOf(path)
  if (!found) return 'none'
  return found.isDirectory() || found.isSymbolicLink() ? 'folder' : 'file'
}

async function place(folder: string, path: string): Promise<void> {
  if (await isSame(folder, path)) return
  const at = join(folder, path)
  mkdirSync(dirname(at), { recursive: true })
  renameSync(join(folder, UNPLACED, path), at)
}

async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true })
  for (let at = dirname(path); at !== '.'; at = dirname(at))
    try {
      await rmdir(join(folder, at))
    } catch {
      return // the folder has other files
    }
}

/** Whether the file in its place has the new content already. */
async function isSame(folder: string, path: string): Promise<boolean> {
  const [placed, written] = [join(folder, path), join(folder, UNPLACED, path)]
  const before = statOf(placed)
  if (!before?.isFile() || before.size !== lstatSync(written).size) return false
  return (await hashOf(placed)) === (await hashOf(written))
}

/** The bytes of a file in its place; undefined without such a file. */
function placedBytes(folder: string, path: string): Buffer | undefined {
  const at = join(folder, path)
  return statOf(at)?.isFile() === true ? readFileSync(at) : undefined
}

/** Files up to this size are read whole. */
const SMALL = 1_000_000

async function placedHash(folder: string, path: string): Promise<string | undefined> {
  const at = join(folder, path)
  const found = statOf(at)
  if (!found?.isFile()) return undefined
  return found.size > SMALL ? hashOf(at) : hashOfBytes(readFileSync(at))
}

const hashed = (hash: string, key: string | undefined): readonly [hash: string, key?: string] =>
  key === undefined ? [hash] : [hash, key]

const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    return unlessMissing(undefined)(error as NodeJS.ErrnoException)
  }
}

const unlessMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
