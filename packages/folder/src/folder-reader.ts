/** Files of a folder as they are read one by one: what cannot be had is told, and the rest goes on. */
import { decodeText, Unreadable, type FolderSource } from './source.ts'

const MIB = 2 ** 20

type SourceFile = Awaited<ReturnType<FolderSource['read']>>

export interface FolderReader {
  /** Nothing where the file cannot be opened. */
  file(path: string): Promise<SourceFile | undefined>
  bytes(path: string): Promise<Uint8Array | undefined>
  /** Nothing where the file cannot be opened or is no text. */
  text(path: string): Promise<{ readonly text: string; readonly modifiedAt: number } | undefined>
}

/**
 * @param unread is told of each file that cannot be read, and why
 * @param longest a text, in bytes
 */
export function folderReader(
  source: FolderSource,
  unread: (path: string, why: string) => void,
  longest: number = Infinity,
): FolderReader {
  async function open(path: string): Promise<SourceFile | undefined> {
    try {
      return await source.read(path)
    } catch (error) {
      if (error instanceof Unreadable) {
        unread(path, error.message)
        return undefined
      }
      const { code } = error as { readonly code?: unknown }
      if (typeof code !== 'string') throw error // a fault of the program, not of the file
      unread(path, `It could not be opened (${code}).`)
      return undefined
    }
  }

  return {
    file: open,
    bytes: async (path) => (await open(path))?.bytes,
    async text(path) {
      const file = await open(path)
      if (!file) return undefined
      if (file.bytes.byteLength > longest) {
        unread(path, `It is larger than ${longest / MIB} MB.`)
        return undefined
      }
      const decoded = decodeText(file.bytes)
      if ('text' in decoded) return { text: decoded.text, modifiedAt: file.modifiedAt }
      unread(path, decoded.why)
      return undefined
    },
  }
}
