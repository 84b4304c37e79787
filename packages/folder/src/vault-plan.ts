/**
 * The layout of a folder that Obsidian opens. The name of a page is the path of its note, and files are in `assets/`. Paths
 * only depend on ids and names, so each export has the same paths.
 */
import { fold, isoDay, listValues, readDay } from '@notegraph/block-text'
import { journalDay, journalId, kindOf, nameOf, type PageRecord } from '@notegraph/graph'
import { addressFrom } from './address.ts'
import { caseless } from './asset-names.ts'
import type { ExportPlan, ExportSource } from './export-plan.ts'
import { VAULT_MANIFEST_PATH } from './export-manifest.ts'
import { byteLength, markedStem, percent } from './file-name.ts'
import { textHash } from './hash.ts'
import { endingOf } from './path.ts'
import { planFolder } from './plan.ts'
import { ownProps } from './record.ts'

/** Returns the id of the page that has a block. */
export type PageOfBlock = (blockId: string) => string | undefined

/** Obsidian does not link to notes with these characters, and file systems do not take the others. */
const RESERVED = /[\p{Cc}<>:"\\|?*#^[\]]|%(?=[0-9a-f]{2})|^[. ]|[. ]$/giu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu
/** A folder of notes with one of these at its top is a Logseq folder. */
const LOGSEQ = /^(?:pages|journals)(?=\/)/u
const ENDING = /\.md$/u
/** The most bytes of one step of a path; file systems allow 255 with an ending. */
const LONGEST = 180

/**
 * Plans the layout of a folder that Obsidian opens.
 *
 * @param pageOf returns the page of a block, for links to blocks
 * @example
 * const page = makePage({ id: 'p', name: 'Books/Dune', now: 1 })
 * planVault({ pages: [page], files: new Map(), referenced: () => false }, () => undefined).pathOf(page) // 'Books/Dune.md'
 */
export function planVault(source: ExportSource, pageOf: PageOfBlock): ExportPlan {
  const { pages, referenced, origin } = source
  const files = new Map(Array.from(source.files, ([id, name]) => [id, vaultAsset(name)]))
  const paths = pathsOf(pages, files.values())
  const folder = planFolder(
    [VAULT_MANIFEST_PATH, ...paths.values(), ...files.values()],
    undefined,
    JSON.stringify(pages.filter(isBoard).map((page) => ({ file: paths.get(page.id), ...EMPTY }))),
  )
  const byName = namesOf(pages)
  const targetOf = (pageId: string): string | undefined => paths.get(pageId)?.replace(ENDING, '')
  return {
    pathOf: (page) => paths.get(page.id)!,
    nameOf: (page) => nameOf(page).toWellFormed().trim(),
    assetName(id, note) {
      const path = files.get(id)
      return path === undefined ? undefined : addressFrom(note, path)
    },
    referenced,
    ...(origin === undefined ? {} : { origin }),
    folder,
    vault: {
      toPage(name) {
        const day = readDay(name)
        const id = (day === undefined ? undefined : journalId(day)) ?? byName.get(fold(name))
        return (id === undefined ? undefined : targetOf(id)) ?? (day === undefined ? undefined : isoDay(day))
      },
      toBlock(blockId) {
        const pageId = referenced(blockId) ? pageOf(blockId) : undefined
        const target = pageId === undefined ? undefined : targetOf(pageId)
        return target === undefined ? undefined : `${target}#^${anchorOf(blockId)}`
      },
    },
  }
}

/** A line of the manifest, for a plan: only its path counts. */
const EMPTY = { hash: '', page: ['whiteboard', 0, 0], blocks: [] }

/** Obsidian's anchors are letters, digits and hyphens. */
export const anchorOf = (blockId: string): string =>
  /^[A-Za-z0-9-]+$/u.test(blockId) ? blockId : textHash(blockId)

/**
 * Names of files that are read as notes, or as exports of other outliners, get another ending.
 *
 * @param name a name below `assets/`
 */
const readableAsset = (name: string): string =>
  READ_AS_NOTES.has(endingOf(name)) || NOT_FILES.has(name) ? `${name}.file` : name
const READ_AS_NOTES = new Set(['md', 'markdown', 'org', 'canvas', 'json', 'opml'])
const NOT_FILES = new Set(['db.sqlite', 'dendron.yml'])

/** Returns the path of a file of the account in a folder that Obsidian opens. */
export const vaultAsset = (name: string): string => `assets/${readableAsset(name)}`

const isBoard = (page: PageRecord): boolean => kindOf(page) === 'whiteboard'

/**
 * Some file systems ignore case, so no two paths may differ by case alone. No path is that of a folder: the pages `a` and
 * `a.md/b` cannot both have their names.
 *
 * @param files paths of files that are no notes
 */
function pathsOf(pages: readonly PageRecord[], files: Iterable<string>): Map<string, string> {
  const taken = new Set<string>()
  const folders = new Set<string>()
  function take(path: string): void {
    taken.add(caseless(path))
    for (const folder of foldersAbove(path)) folders.add(folder)
  }
  const isTaken = (path: string): boolean =>
    taken.has(caseless(path)) ||
    folders.has(caseless(path)) ||
    foldersAbove(path).some((folder) => taken.has(folder))
  for (const file of files) take(file)
  const paths = new Map<string, string>()
  for (const page of pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    let path = plainPath(page) ?? markedPath(page, page.id)
    for (let round = 0; isTaken(path); round++) path = markedPath(page, `${page.id} ${round}`)
    take(path)
    paths.set(page.id, path)
  }
  return paths
}

function foldersAbove(path: string): string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, n) => caseless(steps.slice(0, n + 1).join('/')))
}

function plainPath(page: PageRecord): string | undefined {
  const day = journalDay(page.id)
  const name = day === undefined ? nameOf(page).toWellFormed().trim() : isoDay(day)
  const steps = name.split('/').map((step) => step.replaceAll(RESERVED, percent).replace(DEVICE, encoded))
  if (steps.some((step) => step === '' || byteLength(step) > LONGEST)) return undefined
  if (steps.length > MOST_STEPS) return undefined
  return placed(page, steps.join('/').replace(LOGSEQ, encoded))
}

/** The longest path that file systems take has some thousand characters. */
const MOST_STEPS = 10

const encoded = (word: string): string => percent(word.slice(0, 1)) + word.slice(1)

const markedPath = (page: PageRecord, mark: string): string =>
  placed(page, markedStem(nameOf(page).toWellFormed(), textHash(mark).slice(-8)))

const placed = (page: PageRecord, path: string): string =>
  isBoard(page) ? `whiteboards/${path}.json` : `${path}.md`

/** Ids of pages by folded name and alias. A name comes before an alias. */
function namesOf(pages: readonly PageRecord[]): ReadonlyMap<string, string> {
  const byName = new Map(pages.map((page) => [fold(nameOf(page)), page.id]))
  for (const page of pages)
    for (const [key, value] of ownProps(page))
      if (key === 'alias')
        for (const alias of listValues(value)) if (!byName.has(fold(alias))) byName.set(fold(alias), page.id)
  return byName
}
