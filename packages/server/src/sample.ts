/**
 * Folders of notes with relative days, such as `%day+3%`, so that their tasks and journals are always current. The
 * sample graph of a first start is one.
 */
import { join } from 'node:path'
import { addDays, isoDay, weekday, type Day } from '@notegraph/block-text'
import type { FolderSource } from '@notegraph/service'
import { diskFolder } from '@notegraph/host'

const TOKEN = /%(day|date)([+-]\d{1,3})?%/g
const FOLDER = join(import.meta.dirname, '..', 'sample')

/**
 * The notes of the sample graph.
 *
 * @param today the day of its creation
 * @example
 * ```ts
 * const source = sampleSource(makeDay(2026, 11, 20)!)
 * ```
 */
export const sampleSource = (today: Day): FolderSource => datedFolder(FOLDER, today)

/**
 * A folder whose relative days become dates.
 *
 * @param path the folder on disk
 * @param today the day to which distances are added
 * @example
 * ```ts
 * const source = datedFolder('./notes', makeDay(2026, 11, 20)!)
 * ```
 */
export function datedFolder(path: string, today: Day): FolderSource {
  const folder = diskFolder(path)
  const original = new Map<string, string>()

  const dated = (text: string): string =>
    text.replaceAll(TOKEN, (_, form: string, distance = '0') => {
      const day = addDays(today, Number(distance)) ?? today
      return form === 'day' ? isoDay(day) : `${isoDay(day)} ${weekday(day)}`
    })

  return {
    async paths() {
      for (const path of await folder.paths()) original.set(dated(path), path)
      return [...original.keys()]
    },
    async read(path) {
      const file = await folder.read(original.get(path) ?? path)
      if (!path.endsWith('.md')) return file
      return { ...file, bytes: Buffer.from(dated(Buffer.from(file.bytes).toString())) }
    },
  }
}
