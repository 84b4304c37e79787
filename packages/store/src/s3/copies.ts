/**
 * Copies of folders in a bucket. Each file is an object named by the hash of its bytes, which all copies share. A copy is the
 * list of its files, as `sha256sum` writes it. It is written last: an interrupted copy is none, and the next one finds its objects.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { moveInto, syncFolder } from '../disk/durable.ts'
import { stage } from '../disk/stage.ts'
import { isHash } from '../hash.ts'
import { openBucket, type Bucket, type Objects } from './bucket.ts'

const OBJECTS = 'objects/'
const LISTS = 'copies/'
const LINE = /^([0-9a-f]{64}) {2}(.+)$/
const INCOMING = '.incoming'
/** The name of a copy. Other objects beside the lists are none. */
const NAME = /^\d[\w-]*$/

/** Copies of folders, in a bucket of their own. */
export interface Copies {
  /**
   * The names of the complete copies, newest first.
   * @throws the error of the bucket
   */
  names(): Promise<string[]>
  /**
   * Copies a folder, then deletes the oldest copies beyond `keep`, and the objects that no copy has.
   * @param name begins with a digit, and sorts after the names of earlier copies
   * @throws the error of the disk or the bucket, or the reason of the signal
   */
  put(folder: string, name: string, keep: number, signal?: AbortSignal): Promise<void>
  /**
   * Writes a copy to a new folder. A call that was cut off leaves `FOLDER.part`, with which the next one goes on.
   * @throws if an object is missing, or has other bytes than the list says
   */
  fetch(name: string, folder: string): Promise<void>
}

/**
 * Opens the copies in a bucket.
 * @example
 * const copies = openCopies(bucket)
 * await copies.put('/backups/20261120T120000Z', '20261120T120000Z', 14)
 */
export function openCopies(bucket: Bucket): Copies {
  const objects = openBucket(bucket)
  const names = async () => {
    const found = await Array.fromAsync(objects.list(LISTS), ({ key }) => key.slice(LISTS.length))
    return found
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed()
  }
  return {
    names,
    async put(folder, name, keep, signal) {
      const there = new Map<string, number>()
      for await (const { key, size } of objects.list(OBJECTS)) there.set(key.slice(OBJECTS.length), size)
      const lines: string[] = []
      for (const path of filesIn(folder)) {
        signal?.throwIfAborted()
        // A file of a note has its hash as its name.
        const hash = isHash(basename(path)) ? basename(path) : await hashOf(path)
        const { size } = statSync(path)
        if (there.get(hash) !== size)
          await objects.put(OBJECTS + hash, createReadStream(path), size, hash, signal)
        there.set(hash, size)
        lines.push(`${hash}  ${relative(folder, path).split(sep).join(posix.sep)}\n`)
      }
      const list = Buffer.from(lines.join(''))
      const ofList = createHash('sha256').update(list).digest('hex')
      await objects.put(LISTS + name, list, list.byteLength, ofList, signal)
      const all = await names()
      for (const old of all.slice(keep)) await objects.remove(LISTS + old)
      await removeUnneeded(objects, all.slice(0, keep))
    },
    async fetch(name, folder) {
      const part = `${folder}.part`
      for (const { hash, path } of await listOf(objects, name)) {
        const to = resolve(part, path)
        if (!to.startsWith(resolve(part) + sep)) throw new Error(`the copy ${name} has a file outside of it`)
        if (existsSync(to) && (await hashOf(to)) === hash) continue
        const bytes = await objects.get(OBJECTS + hash)
        if (!bytes) throw new Error(`the bucket lacks ${path} of ${name}`)
        const staged = (await stage(join(part, INCOMING), bytes, Infinity))!
        if (staged.hash !== hash) throw new Error(`${path} of ${name} is damaged in the bucket`)
        await moveInto(staged.path, to)
      }
      await rm(join(part, INCOMING), { recursive: true, force: true })
      renameSync(part, folder)
      await syncFolder(dirname(resolve(folder)))
    },
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** @throws if there is no such copy, or its list cannot be read */
async function listOf(objects: Objects, name: string): Promise<{ hash: string; path: string }[]> {
  const body = await objects.get(LISTS + name)
  if (!body) throw new Error(`the bucket has no copy ${name}`)
  const lines = (await text(body)).split('\n').slice(0, -1)
  return lines.map((line) => {
    const [, hash, path] = LINE.exec(line) ?? []
    if (hash === undefined || path === undefined) throw new Error(`the list of the copy ${name} is damaged`)
    return { hash, path }
  })
}

async function removeUnneeded(objects: Objects, names: readonly string[]): Promise<void> {
  const needed = new Set<string>()
  for (const name of names) for (const { hash } of await listOf(objects, name)) needed.add(OBJECTS + hash)
  for await (const { key } of objects.list(OBJECTS)) if (!needed.has(key)) await objects.remove(key)
}
