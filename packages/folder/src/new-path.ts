/** Where a page goes in a folder that somebody uses: as the folder's own settings say. */
import { journalDay, nameOf, type PageRecord } from '@notegraph/graph'
import { FILE_FORMAT, type FolderConfig } from './config.ts'
import { writeByFormat } from './day-format.ts'
import { fileStem } from './file-name.ts'

/**
 * The path of a page's new file. Where its name cannot be a file's, or is one already, the file is named by the page's
 * id, and its `title::` line says the name.
 * @param isTaken whether something stands at a path
 */
export function newNotePath(
  page: PageRecord,
  config: FolderConfig,
  isTaken: (path: string) => boolean,
): string {
  const day = journalDay(page.id)
  const folder = day === undefined ? config.pagesFolder : config.journalsFolder
  const stem =
    day === undefined
      ? withFormat(fileStem(nameOf(page).toWellFormed().trim()), config)
      : writeByFormat(day, config.journalFileFormat ?? FILE_FORMAT).replaceAll('/', '_')
  const path = `${folder}/${stem ?? page.id}.md`
  if (!isTaken(path)) return path
  for (let n = 1; ; n++) {
    const other = `${folder}/${page.id}${n === 1 ? '' : `-${n}`}.md`
    if (!isTaken(other)) return other
  }
}

const withFormat = (stem: string | undefined, { nameFormat }: FolderConfig): string | undefined =>
  nameFormat === 'legacy' ? stem?.replaceAll('___', '%2F') : stem
