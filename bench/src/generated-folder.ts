import type { FolderSource } from '@notegraph/service'
import { generatePages } from './generate.ts'

/** A folder of generated notes in memory. */
export function generatedFolder(blocks: number, pages: number): FolderSource {
  const files = new Map<string, Uint8Array>()
  for (const { path, text } of generatePages(blocks, pages)) files.set(path, Buffer.from(text))
  return {
    paths: async () => [...files.keys()],
    read: async (path) => ({ bytes: files.get(path)!, modifiedAt: Date.UTC(2026, 0, 1) }),
  }
}
