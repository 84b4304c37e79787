/** The file of a new page in a folder in use, named by the folder's own settings. */
import type { Day } from '@notegraph/block-text'
import { journalDay, nameOf, type PageRecord } from '@notegraph/graph'
import { FILE_FORMAT, type FolderConfig } from './config.ts'
import { writeByFormat } from './day-format.ts'
import { fileStem } from './file-name.ts'

/**
 * Returns the path of a page's new file. A name that is not a valid file name, or is taken, is replaced by the page's
 * id; the `title::` line then contains the name.
 *
 * @param isTaken whether a file or folder has this path
 * @example
 * newNotePath(makePage({ id: 'p', name: 'Home', now: 1 }), readConfig(undefined), () => false) // 'pages/Home.md'
 */
export function newNotePath(
  page: PageRecord,
  config: FolderConfig,
  isTaken: (path: string) => boolean,
): string {
  const day = journalDay(page.id)
  const folder = day === undefined ? config.pagesFolder : config.journalsFolder
  const path = pathFor(nameOf(page).toWellFormed().trim(), day, config) ?? `${folder}/${page.id}.md`
  if (!isTaken(path)) return path
  for (let n = 1; ; n++) {
    const other = `${folder}/${page.id}${n === 1 ? '' : `-${n}`}.md`
    if (!isTaken(other)) return other
  }
}

/** Returns the path of a new file by its folder's settings, or `undefined` if the name is not a valid file name. */
export function pathFor(name: string, day: Day | undefined, config: FolderConfig): string | undefined {
  if (day !== undefined) {
    const stem = writeByFormat(day, config.journalFileFormat ?? FILE_FORMAT).replaceAll('/', '_')
    return `${config.journalsFolder}/${stem}.md`
  }
  const stem = withFormat(fileStem(name), config)
  return stem === undefined ? undefined : `${config.pagesFolder}/${stem}.md`
}

const withFormat = (stem: string | undefined, { nameFormat }: FolderConfig): string | undefined =>
  nameFormat === 'legacy' ? stem?.replaceAll('___', '%2F') : stem
