/** Archives to import: opened, or refused in words. No path leads out, and no file unpacks to more than its limit. */
import { ok } from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@notegraph/contract'
import type { FolderSource } from '@notegraph/folder'
import { openImportFile } from '@notegraph/host'
import type { Target } from '../target.ts'
import { checkReading } from './reading.ts'
import { anyZip, zipBytes } from './zip.ts'

/**
 * A colon is part of a name: no file is ever made at one of these paths. Notes become records, and files become bytes that are
 * stored by their hash.
 */
const LEADS_OUT = /^[/\\]|(?:^|\/)\.\.(?:\/|$)/

/** The same folder; a file that is too large, or whose path leads out, throws. */
const watched = (source: FolderSource): FolderSource => ({
  async paths() {
    const paths = await source.paths()
    for (const path of paths) ok(!LEADS_OUT.test(path), `the path ${path} leads out`)
    return paths
  },
  async read(path) {
    const read = await source.read(path)
    ok(read.bytes.length <= LIMITS.fileBytes, `${path} is too large`)
    return read
  },
})

/** A file that is open for reading until the task ends, and has no name any more. */
export async function withFile(input: Uint8Array, use: (fd: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-fuzz-'))
  const fd = openSync(join(folder, 'archive'), 'w+')
  rmSync(folder, { recursive: true })
  try {
    writeSync(fd, input)
    await use(fd)
  } finally {
    closeSync(fd)
  }
}

const target: Target = {
  name: 'archive',
  grammar: anyZip.map(zipBytes),
  tokens: [
    'PK\x01\x02',
    'PK\x03\x04',
    'PK\x05\x06',
    'PK\x06\x06',
    'PK\x06\x07',
    '../',
    '/',
    '\0\0',
    '<opml>',
    '[{"title":',
  ],
  check: (input) =>
    withFile(input, async (fd) => {
      const opened = await openImportFile(fd, 'notes')
      if (opened.ok)
        await checkReading(watched(opened.source), {
          bytes: LIMITS.importNote,
          exportBytes: LIMITS.importNote,
        })
      else ok(/^The .*\.$/s.test(opened.why), `refused without a message: ${opened.why}`)
    }),
}
export default target
