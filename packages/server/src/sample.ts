/**
 * Folders of notes whose days are written as distances from today, such as `%day+3%`, so that their tasks and journals are
 * always about now. The sample graph of a first start is one.
 */
import { join } from 'node:path'
import { addDays, isoDay, weekday, type Day } from '@notegraph/block-text'
import type { FolderSource } from '@notegraph/service'
import { diskFolder } from '@notegraph/host'

const TOKEN = /%(day|date)([+-]\d{1,3})?%/g
const FOLDER = join(import.meta.dirname, '..', 'sample')

/** @param today the day that the sample is made on */
export const sampleSource = (today: Day): FolderSource => datedFolder(FOLDER, today)

/** @param today the day from which the distances are */
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
