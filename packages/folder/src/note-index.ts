/**
 * Targets of links among notes. A link contains the name of a note, or the end of its path. The name of a note is that
 * of its file, or its path if another note has the same file name.
 *
 * If several notes have the name, Obsidian takes the one with exactly this path. The one beside the link comes next, then
 * the one with the shortest path. A Markdown link names a path, so the note beside it comes first.
 */
import { fold } from '@notegraph/block-text'
import { decoded } from './file-name.ts'
import { ownText } from './own-text.ts'
import { baseOf, folderOf, resolvePath, stemOf } from './path.ts'

/** An index of the notes and files of a folder. */
export interface NoteIndex {
  /** Returns the page name of a note by its path. */
  readonly nameOf: (path: string) => string
  /** Returns the path of the note that a link in double brackets in a note of `folder` finds. */
  readonly findPath: (folder: string, target: string) => string | undefined
  /** Returns the path of the note that a Markdown link finds, or `undefined`. */
  readonly findNote: (folder: string, target: string) => string | undefined
  /** Returns the file for a name such as `image.png`, or for a part of a path. */
  readonly findFile: (folder: string, target: string) => string | undefined
}

const NOTE_ENDING = /\.(?:md|markdown)$/iu

/**
 * Builds the index.
 *
 * @param named names of notes that differ from their file names, by path
 */
export function noteIndex(
  notes: readonly string[],
  files: readonly string[],
  named: ReadonlyMap<string, string> = new Map(),
): NoteIndex {
  const noteIndex = indexOf(notes, withoutEnding)
  const fileIndex = indexOf(files, (path) => path)
  const namesakes = new Map<string, number>()
  for (const path of notes) {
    if (named.has(path)) continue
    const stem = fold(stemOf(path))
    namesakes.set(stem, (namesakes.get(stem) ?? 0) + 1)
  }
  const nameFor = (path: string): string =>
    named.get(path) ?? ((namesakes.get(fold(stemOf(path))) ?? 0) > 1 ? withoutEnding(path) : stemOf(path))
  const names = new Map(notes.map((path) => [path, nameFor(path)]))
  for (const paths of noteIndex.twins.values())
    for (const [i, path] of paths.entries()) if (i > 0) names.set(path, `${withoutEnding(path)} ${i + 1}`)
  const nameOf = (path: string): string => (names.get(path) ?? nameFor(path)).trim()
  const anywhere = cached((_, target) => onlyNote(noteIndex, target))
  const finder = (first: First): Find => {
    const inFolder = cached((folder, target) => {
      const plain = withoutEnding(target)
      const unescaped = withoutEnding(decoded(target))
      const found = find(noteIndex, folder, plain, first)
      return found ?? (unescaped === plain ? undefined : find(noteIndex, folder, unescaped, first))
    })
    return (folder, target) => anywhere('', target) ?? inFolder(folder, target)
  }
  return {
    nameOf,
    findPath: finder('path'),
    findNote: finder('beside'),
    findFile: (folder, target) =>
      find(fileIndex, folder, target, 'path') ?? find(fileIndex, folder, decoded(target), 'path'),
  }
}

type Find = (folder: string, target: string) => string | undefined

/** Limits of the cache: the number of results, and the length of a target in UTF-16 units. */
const MOST_CACHED = 10_000
const LONGEST_CACHED = 250

/** Caches results: most links of a folder name the same few notes, and folding a name costs most of a look-up. */
function cached(find: Find): Find {
  const results = new Map<string, string | undefined>()
  return (folder, target) => {
    if (target.length > LONGEST_CACHED) return find(folder, target)
    const key = folder === '' ? target : `${target}\n${folder}`
    const known = results.get(key)
    if (known !== undefined || results.has(key)) return known
    const found = find(folder, target)
    if (results.size >= MOST_CACHED) results.clear()
    results.set(ownText(key), found) // a slice as a key would keep the whole note in memory
    return found
  }
}

interface PathIndex {
  /** Paths by the whole folded path. */
  readonly whole: ReadonlyMap<string, string>
  /** Paths by each folded end of a path. */
  readonly tails: ReadonlyMap<string, Tail>
  /** Paths that differ in capitals alone, by the whole folded path. */
  readonly twins: ReadonlyMap<string, readonly string[]>
}

/** The paths with one end: their number, the shortest, and one for each folder. */
interface Tail {
  count: number
  shortest: string
  readonly byFolder: Map<string, string>
}

/** A path or a link without the ending of a note. */
export const withoutEnding = (path: string): string => path.replace(NOTE_ENDING, '')

/** A link contains the last few steps of a path, or all of them. */
const STEPS = 8

function indexOf(paths: readonly string[], key: (path: string) => string): PathIndex {
  const whole = new Map<string, string>()
  const tails = new Map<string, Tail>()
  const twins = new Map<string, string[]>()
  for (const path of paths) {
    const parts = key(path).split('/')
    const folded = fold(parts.join('/'))
    const twin = whole.get(folded)
    if (twin === undefined) whole.set(folded, path)
    else twins.set(folded, [...(twins.get(folded) ?? [twin]), path])
    for (let from = parts.length - 1; from >= Math.max(0, parts.length - STEPS); from--) {
      const tail = fold(parts.slice(from).join('/'))
      const known = tails.get(tail)
      if (!known) tails.set(tail, { count: 1, shortest: path, byFolder: new Map([[folderOf(path), path]]) })
      else {
        known.count++
        known.byFolder.set(folderOf(path), path)
        if (path.length < known.shortest.length) known.shortest = path
      }
    }
  }
  return { whole, tails, twins }
}

/** Whether the path from the top comes first, or the one beside the note. */
type First = 'path' | 'beside'

const RELATIVE = /^\.{1,2}\//u

/** Looks for the whole path, then in the folder of the note, then for the shortest path. Capitals decide between twins. */
function find(index: PathIndex, folder: string, target: string, first: First): string | undefined {
  const found = findFolded(index, folder, target, first)
  if (found === undefined || index.twins.size === 0) return found
  const end = baseOf(target).normalize('NFC')
  const isSpelled = (path: string): boolean => [baseOf(path), stemOf(path)].includes(end)
  const twins = index.twins.get(fold(withoutEnding(found)))
  return twins?.find((path) => isSpelled(path.normalize('NFC'))) ?? found
}

function findFolded(
  { whole, tails }: PathIndex,
  folder: string,
  target: string,
  first: First,
): string | undefined {
  const at = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : whole.get(fold(path))
  const top = RELATIVE.test(target) ? undefined : at(resolvePath('', target))
  const exact = first === 'path' ? (top ?? at(resolvePath(folder, target))) : at(resolvePath(folder, target))
  if ((exact ?? top) !== undefined) return exact ?? top
  const found = tails.get(fold(target.replace(/^(?:\.{0,2}\/)+/u, '')))
  return found?.byFolder.get(folder) ?? found?.shortest
}

/** Finds the one note of a name. Such a link finds the same note from every folder. */
function onlyNote({ tails }: PathIndex, target: string): string | undefined {
  const plain = withoutEnding(target)
  if (!PLAIN_NAME.test(plain)) return undefined
  const found = tails.get(fold(plain))
  return found?.count === 1 ? found.shortest : undefined
}

/** A name that is neither a path nor escaped. */
const PLAIN_NAME = /^[^./%][^/%]*$/u
