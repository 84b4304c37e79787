/**
 * A folder that a static site is published to. Files that changed are written beside the site first, then each is renamed into
 * its place, so a failure leaves the earlier site. A list names the files of the site; other files are never touched.
 * @see sharing 4
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileContent, FolderTarget } from '@notegraph/service'
import { makeFolder } from '@notegraph/store/disk'

/** Hidden, so that hosts do not send them. */
const LIST = '.notegraph-site.json'
const UNPLACED = '.notegraph-site-part'

/** The result of writing a site, or the path of a file that is not of the site and is in its way. */
export type PublishedFolder<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly inTheWay: string }

/**
 * Publishes a site to a folder. Files that did not change keep their times, and those of an earlier site that left are
 * removed.
 *
 * @param write writes all files of the site
 * @returns the result of `write`; if a foreign file is in the way, its path, and nothing was changed
 * @example
 * ```ts
 * const published = await publishFolder('./public', (target) => writeStaticSite(sources, opened, target))
 * ```
 */
export async function publishFolder<T>(
  folder: string,
  write: (target: FolderTarget) => Promise<T>,
): Promise<PublishedFolder<T>> {
  makeFolder(folder)
  const unplaced = join(folder, UNPLACED)
  await rm(unplaced, { recursive: true, force: true }) // an interrupted run leaves it
  try {
    const earlier = await readList(folder)
    const paths: string[] = []
    const changed: string[] = []
    const made = new Set<string>()
    const value = await write({
      async write(path, content) {
        paths.push(path)
        // On some systems, a file of another spelling is the same file, and is removed below.
        if (earlier.has(path) && (await hasBytes(join(folder, path), content))) return
        changed.push(path)
        const at = join(unplaced, path)
        if (!made.has(dirname(at))) await mkdir(dirname(at), { recursive: true })
        made.add(dirname(at))
        await writeFile(at, content, { flag: 'wx' })
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
  const beside = join(folder, UNPLACED, LIST)
  await mkdir(dirname(beside), { recursive: true })
  await writeFile(beside, `${JSON.stringify([...new Set(paths)].toSorted(), null, 1)}\n`)
  await rename(beside, join(folder, LIST))
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
    for (const parent of parents.slice(1)) if ((await kindOf(join(folder, parent))) === 'file') return parent
    if ((await kindOf(join(folder, path))) !== 'none' && !(await isSame(folder, path))) return path
  }
  return undefined
}

type Kind = 'none' | 'folder' | 'file'

async function kindOf(path: string): Promise<Kind> {
  const found = await lstat(path).catch(unlessMissing(undefined))
  if (!found) return 'none'
  return found.isDirectory() || found.isSymbolicLink() ? 'folder' : 'file'
}

async function place(folder: string, path: string): Promise<void> {
  if (await isSame(folder, path)) return
  const at = join(folder, path)
  await mkdir(dirname(at), { recursive: true })
  await rename(join(folder, UNPLACED, path), at)
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
  const [before, now] = [await lstat(placed).catch(unlessMissing(undefined)), await lstat(written)]
  if (!before?.isFile() || before.size !== now.size) return false
  return (await hashOf(placed)) === (await hashOf(written))
}

/** Whether a file has the content of a document already. A stream can be read only once, so it is written first. */
async function hasBytes(path: string, content: FileContent): Promise<boolean> {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) return false
  const bytes = Buffer.from(content)
  const before = await lstat(path).catch(unlessMissing(undefined))
  return before?.isFile() === true && before.size === bytes.length && bytes.equals(await readFile(path))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const unlessMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
