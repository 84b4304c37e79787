/** A folder in memory for the example of `@notegraph/folder-sync`. The trial chooses the age of each file. */
import type { Disk, FileMark } from '@notegraph/folder-sync'

export function memoryDisk(files: Map<string, string>): Disk {
  const prepared = new Map<string, string>()
  const nodes = new Map<string, number>()
  let made = 0
  const bytesOf = (text: string | undefined): Uint8Array | undefined =>
    text === undefined ? undefined : new TextEncoder().encode(text)
  const markOf = (path: string): FileMark => {
    const node = nodes.get(path) ?? ++made
    nodes.set(path, node)
    return { size: bytesOf(files.get(path))!.byteLength, modifiedAt: 1, node }
  }
  return {
    list: async () => new Map([...files.keys()].map((path) => [path, markOf(path)])),
    read: async (path) => bytesOf(files.get(path)),
    async prepare(content) {
      const name = `prepared-${++made}`
      let text = ''
      if (typeof content === 'string') text = content
      else for await (const part of content) text += new TextDecoder().decode(part)
      prepared.set(name, text)
      return name
    },
    isPrepared: async (name) => prepared.has(name),
    discard: async (name) => void prepared.delete(name),
    sweep: async () => prepared.clear(),
    async place(name, path, expected) {
      if (!expected(bytesOf(files.get(path)))) return undefined
      files.set(path, prepared.get(name)!)
      prepared.delete(name)
      nodes.set(path, ++made)
      return markOf(path)
    },
    async remove(path, expected) {
      const bytes = bytesOf(files.get(path))
      return bytes !== undefined && expected(bytes) && files.delete(path)
    },
  }
}
