/**
 * The promise of the trial. Each acknowledged write is there once, and listed once in the list of changes. A write
 * without an answer is there once as a whole, or not at all. Nothing else is there. Each acknowledged file has its bytes.
 */
import type { Seen } from './seen.ts'
import { contentOf, isAnswered, isListed, type Write } from './write.ts'

/** @returns the broken promises, none if all hold */
export function audit(writes: readonly Write[], seen: Seen): string[] {
  const readers = [tally(seen.page), tally(seen.device)]
  const entries = Map.groupBy(seen.changes, (texts) => texts[0])
  const written = new Set(writes.flatMap(({ texts }) => texts))
  return [
    ...writes.flatMap((write) => faultsOf(write, readers, entries.get(write.texts[0]) ?? [])),
    ...writes.flatMap((write) => faultsOfFile(write, seen.files)),
    ...[...readers.flatMap((reader) => [...reader.keys()]), ...seen.changes.flat()]
      .filter((text) => !written.has(text))
      .map((text) => `"${text}" is there, and nobody wrote that.`),
  ]
}

function faultsOf(write: Write, readers: readonly Tally[], entries: Seen['changes']): string[] {
  const { key, texts } = write
  const counts = new Set(readers.flatMap((reader) => texts.map((text) => reader.get(text) ?? 0)))
  const [count = 0] = counts
  const faults: string[] = []
  if (counts.size > 1) faults.push(`${key} is there in part: ${[...counts].join(' and ')} times.`)
  else if (count > 1) faults.push(`${key} is there ${count} times.`)
  else if (count === 0 && isAnswered(write)) faults.push(`${key} was acknowledged and is lost.`)
  const expected = isListed(write) ? Math.max(...counts) : 0
  if (entries.length !== expected) faults.push(`${key} is listed ${entries.length} times, not ${expected}.`)
  if (entries.some((entry) => entry.toSorted().join('\n') !== texts.toSorted().join('\n')))
    faults.push(`${key} is listed in part.`)
  return faults
}

function faultsOfFile({ key, file }: Write, files: Seen['files']): string[] {
  if (!file) return []
  const content = files.get(file.id)
  if (content === undefined) return [`The file of ${key} was acknowledged and is lost.`]
  return content === contentOf(key) ? [] : [`The file of ${key} has other bytes.`]
}

type Tally = ReadonlyMap<string, number>

function tally(texts: readonly string[]): Tally {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
