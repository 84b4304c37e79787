/** Names for an account's files in an exported folder: distinct, steady, and fit for any file system. */
import type { FileEntry } from '@notegraph/store'

const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu
const MARK = 8

/** @returns names by file id; where two files share a name, each bears the beginning of its content's hash too */
export function assetNames(files: readonly FileEntry[]): Map<string, string> {
  const plain = new Map(files.map((file) => [file.id, fit(file.name)]))
  const uses = Map.groupBy(plain.values(), caseless)
  return new Map(
    files.map((file) => {
      const name = plain.get(file.id)!
      return [file.id, uses.get(caseless(name))!.length > 1 ? marked(name, file.hash) : name]
    }),
  )
}

const caseless = (name: string): string => name.normalize('NFKC').toLowerCase()

/** A leading dot would hide it. */
const fit = (name: string): string =>
  name.toWellFormed().replaceAll(UNFIT, '_').replace(/^\.+/, '_').slice(-120) || 'file'

function marked(name: string, hash: string): string {
  const mark = hash.slice(0, MARK)
  if (name.includes(mark)) return name // it was marked by an export before
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}-${mark}${name.slice(dot)}` : `${name}-${mark}`
}
