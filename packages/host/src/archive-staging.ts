/**
 * Stores uploaded archives until they are imported. Each file is unlinked as soon as it is open, so none remains after
 * the process ends.
 */
import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { ArchiveStaging } from '@notegraph/service'
import { forgetStaged, stage } from '@notegraph/store/disk'
import { openImportFile } from './import-file.ts'

/** Milliseconds after which a remaining file belongs to a process that has ended. */
const ABANDONED = 86_400_000

/**
 * A folder for uploads.
 *
 * @param folder created on first use
 * @example
 * ```ts
 * const incoming = diskArchiveStaging('./data/imports')
 * ```
 */
export function diskArchiveStaging(folder: string): ArchiveStaging {
  return {
    async stage(bytes, most) {
      await forgetStaged(folder, Date.now() - ABANDONED)
      const staged = await stage(folder, bytes, most)
      if (!staged) return undefined
      const fd = openSync(staged.path, 'r')
      await rm(staged.path, { force: true })
      const opened = await openImportFile(fd)
      if (opened.ok) return { ...opened, place: { kind: 'file', fd }, close: () => closeSync(fd) }
      closeSync(fd)
      return opened
    },
  }
}
