/** The laws of an import, for any folder: every file is read, or refused with a place and a message. */
import { ok } from 'node:assert/strict'
import { flatten, readSource, type FolderSource, type ReadLimits, type Unread } from '@notegraph/folder'

function checkUnread(unread: readonly Unread[]): void {
  for (const { file, line, why } of unread) {
    ok(Number.isInteger(line) && line >= 1, `${file} is unread at line ${line}`)
    ok(/^[A-Z"].*[.)]$/s.test(why), `${file} is unread without a message: ${why}`)
  }
}

/** Reads a folder as an import does. */
export async function checkReading(source: FolderSource, limits: Partial<ReadLimits>): Promise<void> {
  const paths = new Set(await source.paths())
  const { plan, notes } = await readSource(source, limits)
  checkUnread(plan.unread)
  for await (const read of notes()) {
    ok(paths.has(read.path), `${read.path} is not in the folder`)
    if (!read.ok) {
      ok(read.unread.length > 0, `${read.path} is unread without a reason`)
      checkUnread(read.unread)
      continue
    }
    ok(read.note.name !== '', `${read.path} has no name`)
    for (const { content, assets } of flatten(read.note.blocks)) {
      ok(!content.includes('\0'), `${read.path} has a block with a null character`)
      for (const { start, end } of assets)
        ok(start >= 0 && start < end && end <= content.length, `an address in ${read.path} leaves its block`)
    }
  }
}
