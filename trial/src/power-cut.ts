/**
 * The files that a power cut may leave. Only synced bytes are certain. Any other write may be on the disk: whole, in some
 * sectors, or not at all. Names keep their order, as in the journals of ext4, XFS and btrfs. A cut loses the last ones,
 * unless the file or its folder was synced after them.
 */
import { randomInt } from 'node:crypto'
import { dirname } from 'node:path'
import type { DiskCall } from './recording.ts'

/** Bytes that a disk writes as one. */
const SECTOR = 512

export interface Image {
  readonly folders: ReadonlySet<string>
  readonly files: ReadonlyMap<string, Buffer>
  /** Writes that are missing or torn. */
  readonly lost: number
}

/** The choices of a power cut, for whatever was not synced. */
export interface Luck {
  /** How many of so many calls keep their effect on names. */
  names(most: number): number
  write(): 'whole' | 'gone' | 'torn'
  /** Whether a sector of a torn write is written. */
  sector(): boolean
}

const RANDOM: Luck = {
  names: (most) => randomInt(most + 1),
  write: () => (['whole', 'gone', 'torn'] as const)[randomInt(3)]!,
  sector: () => randomInt(2) === 0,
}

/** @param before the files at rest before the recording, by path */
export function imageAfter(
  calls: readonly DiskCall[],
  before: ReadonlyMap<string, Buffer>,
  luck: Luck = RANDOM,
): Image {
  const kept = namesKept(calls, luck)
  const certain = syncedUntil(calls)
  const folders = new Set<string>()
  const files = new Map([...before].map(([path, bytes]) => [path, fileOf(bytes)]))
  let lost = 0
  for (const [n, call] of calls.entries()) {
    const { path } = call
    if (call.kind === 'write') {
      const held = files.get(path)
      if (!held) continue
      const written = certain[n] ? call.bytes : partOf(call.bytes, held, call.offset, luck)
      if (written !== call.bytes) lost++
      put(held, written, call.offset)
    } else if (n >= kept) continue
    else if (call.kind === 'create') files.set(path, files.get(path) ?? fileOf(Buffer.alloc(0)))
    else if (call.kind === 'folder') folders.add(path)
    else if (call.kind === 'remove') files.delete(path)
    else if (call.kind === 'resize') resize(files.get(path), call.size)
    else if (call.kind === 'rename') {
      files.set(call.to, files.get(path)!)
      files.delete(path)
    }
  }
  const bytesOf = ({ room, size }: File): Buffer => room.subarray(0, size)
  return { folders, files: new Map([...files].map(([path, file]) => [path, bytesOf(file)])), lost }
}

/** For each call, whether the same file was synced after it, under any name. */
function syncedUntil(calls: readonly DiskCall[]): boolean[] {
  const synced = new Set<string>()
  return calls
    .toReversed()
    .map((call) => {
      if (call.kind === 'sync') synced.add(call.path)
      // Before a rename the file had the other name; before a creation there was another file, or none.
      if (call.kind === 'rename') {
        if (synced.has(call.to)) synced.add(call.path)
        else synced.delete(call.path)
        synced.delete(call.to)
      }
      const isCertain = synced.has(call.path)
      if (call.kind === 'remove') synced.delete(call.path)
      return isCertain
    })
    .toReversed()
}

/** How many of the first calls keep their effect on names: at least those that were synced. */
function namesKept(calls: readonly DiskCall[], luck: Luck): number {
  const synced = new Set<string>()
  let least = 0
  for (const [back, call] of calls.toReversed().entries()) {
    if (call.kind === 'sync') synced.add(call.path)
    else if (call.kind !== 'write' && isSynced(call, synced)) {
      least = calls.length - back
      break
    }
  }
  return least + luck.names(calls.length - least)
}

const isSynced = (call: DiskCall, synced: ReadonlySet<string>): boolean =>
  [call.path, ...(call.kind === 'rename' ? [call.to] : [])].some(
    (path) => synced.has(path) || synced.has(dirname(path)),
  )

/** The bytes after a write that the disk had no time for. */
function partOf(bytes: Buffer, { room, size }: File, offset: number, luck: Luck): Buffer {
  const fate = luck.write()
  if (fate === 'whole') return bytes
  const part = Buffer.alloc(bytes.length)
  room.copy(part, 0, offset, Math.min(size, offset + bytes.length))
  if (fate === 'gone') return part
  for (let at = 0; at < bytes.length;) {
    // Sectors are those of the file, not of the write.
    const end = Math.min(bytes.length, at + SECTOR - ((offset + at) % SECTOR))
    if (luck.sector()) bytes.copy(part, at, at, end)
    at = end
  }
  return part
}

/** A file that grows, with room behind its end, so that thousands of writes at its end copy it a few times only. */
interface File {
  room: Buffer
  size: number
}

const fileOf = (bytes: Buffer): File => ({ room: Buffer.from(bytes), size: bytes.length })

function put(file: File, bytes: Buffer, offset: number): void {
  const end = offset + bytes.length
  if (end > file.size) resize(file, end)
  bytes.copy(file.room, offset)
}

/** New bytes at the end are zero. */
function resize(file: File | undefined, size: number): void {
  if (!file) return
  if (size > file.room.length) file.room = Buffer.concat([file.room], 2 * size)
  if (size < file.size) file.room.fill(0, size, file.size)
  file.size = size
}
