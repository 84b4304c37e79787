/**
 * Archives that come in to be imported, each in a file that has no name any more once it is open: whatever ends the
 * process, nothing of it is left.
 */
import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Incoming } from '@notegraph/service'
import { forgetStaged, stage } from '@notegraph/store/disk'
import { openImportFile } from './import-file.ts'

/** What came in before, in milliseconds, and is still there was left by a process that ended. */
const ABANDONED = 86_400_000

/** @param folder made when it is first needed */
export function diskIncoming(folder: string): Incoming {
  return {
    async take(bytes, most) {
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
