/**
 * The plan of a folder, from the list of its paths and its settings. The plan says which files are notes, which are
 * files of the account, and which cannot be read. An Obsidian canvas is both a note and a file. It also finds the
 * targets of links. Only settings are read here.
 */
import { fold, isoDay, readDay, type Day } from '@notegraph/block-text'
import { numbered, type PageKind } from '@notegraph/graph'
import { addressForms, SCHEME } from './address.ts'
import { canvasNames, isCanvas } from './canvas-names.ts'
import { CONFIG_PATH, journalFormats, readConfig, type FolderConfig } from './config.ts'
import { dailyNotes, type DailyNotes } from './daily-notes.ts'
import { readJournalDay } from './day-format.ts'
import type { Unread } from './draft.ts'
import type { FindingKind } from './findings.ts'
import { deeperThan, nestsTooDeep, TooMuch, type NoteLimits } from './limits.ts'
import { METADATA_PATH, readMetadata, type PageTimes } from './pages-metadata.ts'
import { noteIndex, type NoteIndex } from './note-index.ts'
import { MANIFEST_PATH, readManifest, type Manifest } from './export-manifest.ts'
import { NUL, nulsIn } from './nul.ts'
import { baseOf, byText, endingOf, folderOf, isInside, resolvePath, stemOf } from './path.ts'

/** A note of the folder. */
export interface NoteFile {
  readonly path: string
  readonly kind: PageKind
}

/** The plan of a folder. */
export interface FolderPlan {
  readonly style: 'logseq' | 'notes'
  readonly config: FolderConfig
  /** Notes sorted by path, by code units. In a Logseq folder, those right in the folders of pages and days come first. */
  readonly notes: readonly NoteFile[]
  readonly assets: readonly string[]
  /** Other files of a Logseq folder: each is a file of the account if a note links to it. */
  readonly elsewhere: readonly string[]
  readonly unread: readonly Unread[]
  /** Files that are not read, with the reason. */
  readonly leftOut: readonly { readonly kind: FindingKind; readonly path: string }[]
  /** The limits of one note. A plan can have none. */
  readonly limits: Partial<NoteLimits>
  readonly manifest: Manifest
  /** Times of pages by folded name, for notes without times. */
  readonly times: ReadonlyMap<string, PageTimes>
  /** Names and links in a folder of notes; empty for a Logseq folder. */
  readonly index: NoteIndex
  /** Whether links are `[[label|note]]`, as Dendron writes them. */
  readonly labelFirst: boolean
  readonly kindOf: (path: string) => PageKind
  /** Whether a link to a day stays as it is written: the folder has its journal page, as far as file names tell. */
  readonly keepsDayLink: (day: Day, written: string) => boolean
  /** Returns the day of a daily note, in a folder of notes. */
  readonly dayOf: (path: string) => Day | undefined
  /** Returns the day of a link in the folder's format of daily notes. */
  readonly dayOfLink: (target: string) => Day | undefined
  /** Whether a page with one of these names is a favorite. */
  readonly isFavorite: (names: readonly string[]) => boolean
  /** Returns the file for an address in a note of `folder`. */
  readonly findAsset: (folder: string, address: string) => string | undefined
}

const ORG =
  'Org files are read only in a Logseq folder, or in a folder that has more of them than Markdown files. Import a folder with the Org files alone.'
const DATABASE =
  'Logseq databases cannot be imported. In Logseq, choose "Export graph" and "Export as standard Markdown", then import the result.'
const isMarkdown = (path: string): boolean => ['md', 'markdown'].includes(endingOf(path))
const isDatabase = (path: string): boolean => baseOf(path) === 'db.sqlite'

/**
 * Plans a folder.
 *
 * @param paths the paths of all files, relative to the folder's top, with `/`
 * @param config the text of `logseq/config.edn`, if the folder has one
 * @param manifest the text of `logseq/notegraph.json`, if the folder has one
 * @param limits the limits of one note and of the settings
 * @param metadata the text of `logseq/pages-metadata.edn`, if the folder has one
 * @param daily the text of `.obsidian/daily-notes.json`, if the folder has one
 * @example
 * planFolder(['pages/Home.md', 'assets/cat.png']).notes // [{ path: 'pages/Home.md', kind: 'page' }]
 */
export function planFolder(
  paths: readonly string[],
  config?: string,
  manifest?: string,
  limits: Partial<NoteLimits> = {},
  metadata?: string,
  daily?: string,
): FolderPlan {
  const isDendron = paths.some((path) => baseOf(path) === 'dendron.yml')
  const { dayOfLink, ...days } = dailyNotes(daily)
  const dayOf = ownDays(paths, {
    folder: days.folder,
    dayOf: (path) => days.dayOf(path) ?? (isDendron ? dendronDay(path) : undefined),
  })
  const unread: Unread[] = []
  const leftOut: { readonly kind: FindingKind; readonly path: string }[] = []
  const report = (kind: FindingKind, place: Unread): void => {
    unread.push(place)
    leftOut.push({ kind, path: place.file })
  }
  const over = (place: Unread): void => report('limit', place)
  const settings = readSettings(config, limits, over)
  const shown = paths.filter((path) => !path.split('/').some((part) => part.startsWith('.'))).toSorted(byText)
  const { pagesFolder, journalsFolder } = settings
  const { hidden } = settings
  // Notes in Org, with a readme or a few others, are read as Logseq reads them: a page has the title in its file.
  const isOrg = shown.filter((path) => endingOf(path) === 'org').length > shown.filter(isMarkdown).length
  const isLogseq =
    isOrg ||
    paths.includes(CONFIG_PATH) ||
    (!isVault(paths, isDendron) &&
      paths.some((p) => ['pages', 'journals', pagesFolder, journalsFolder].some((f) => isInside(p, f))))
  const notes: NoteFile[] = []
  const assets: string[] = []
  const elsewhere: string[] = []
  const refuse = (file: string, why: string): void => report('file_unsupported', { file, line: 1, why })

  const ownManifest =
    manifest === undefined ? readManifest('[]') : readExportManifest(manifest, limits, report)
  for (const path of shown) {
    const ending = endingOf(path)
    const isNote = isMarkdown(path)
    if (!isLogseq) {
      if (isNote) notes.push({ path, kind: dayOf(path) === undefined ? 'page' : 'journal' })
      else if (ending === 'org') refuse(path, ORG)
      else if (isDatabase(path)) refuse(path, DATABASE)
      else if (ending === 'json' && ownManifest.get(path)) notes.push({ path, kind: 'whiteboard' })
      else {
        assets.push(path)
        if (isCanvas(path)) notes.push({ path, kind: 'whiteboard' })
      }
      continue
    }
    // Logseq hides notes. A note may show a hidden picture.
    const mayBeNote = isNote || ending === 'org' || isInside(path, 'whiteboards')
    if (mayBeNote && isHidden(path, hidden)) {
      leftOut.push({ kind: 'file_ignored', path })
      continue
    }
    if (isInside(path, 'assets')) assets.push(path)
    else if (isInside(path, 'whiteboards')) {
      if (ending === 'json' || ending === 'edn' || isNote) notes.push({ path, kind: 'whiteboard' })
    } else if (isDatabase(path)) refuse(path, DATABASE)
    else if (NOT_READ.test(path)) continue
    else if (isNote || ending === 'org')
      notes.push({ path, kind: isInside(path, journalsFolder) ? 'journal' : 'page' })
    else elsewhere.push(path)
  }

  if (isLogseq) {
    const isFirst = ({ path }: NoteFile): boolean => [pagesFolder, journalsFolder].includes(folderOf(path))
    notes.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  }
  const favorites = new Set(settings.favorites.map(fold))
  const journalDays = new Set(notes.flatMap((note) => namedDay(note, settings) ?? []))
  const notePaths = notes.map(({ path }) => path)
  const kinds = new Map(notes.map(({ path, kind }) => [path, kind]))
  const index = isLogseq
    ? noteIndex([], [])
    : noteIndex(notePaths, assets, new Map([...dayNames(notePaths, dayOf), ...canvasNames(notePaths)]))
  return {
    style: isLogseq ? 'logseq' : 'notes',
    config: settings,
    notes,
    assets,
    elsewhere,
    unread,
    leftOut,
    limits,
    times: metadata === undefined ? new Map() : readTimes(metadata, limits, over),
    manifest: ownManifest,
    index,
    labelFirst: !isLogseq && isDendron,
    dayOf,
    dayOfLink,
    keepsDayLink: (day) => journalDays.has(day),
    kindOf: (path) => kinds.get(path) ?? 'page',
    isFavorite: (names) => favorites.size > 0 && names.some((name) => favorites.has(fold(name))),
    findAsset: assetFinder([...assets, ...elsewhere], index),
  }
}

/**
 * The days of daily notes, each of one note: the one in the folder of daily notes, else at the top. Any other note of the
 * same day is a page under its path.
 */
function ownDays(
  paths: readonly string[],
  { folder, dayOf }: Pick<DailyNotes, 'folder' | 'dayOf'>,
): FolderPlan['dayOf'] {
  const byDay = new Map<Day, string[]>()
  for (const path of paths) {
    const day = isMarkdown(path) ? dayOf(path) : undefined
    if (day === undefined) continue
    const notes = byDay.get(day)
    if (notes) notes.push(path)
    else byDay.set(day, [path])
  }
  const others = new Set<string>()
  for (const notes of byDay.values()) {
    if (notes.length === 1) continue
    const inFolder = notes.filter((path) => folder !== '' && isInside(path, folder))
    const near = inFolder.length > 0 ? inFolder : notes.filter((path) => !path.includes('/'))
    const [own] = near.toSorted((a, b) => a.split('/').length - b.split('/').length || byText(a, b))
    for (const path of notes) if (path !== own) others.add(path)
  }
  return (path) => (others.has(path) ? undefined : dayOf(path))
}

/**
 * Whether a folder is Obsidian's or Dendron's by its settings, or Foam's by its daily notes, although it may have `pages/`
 * or `journals/`. A graph of Logseq that somebody opened in Obsidian has files that Logseq named.
 */
const isVault = (paths: readonly string[], isDendron: boolean): boolean =>
  (isDendron || paths.some((path) => isInside(path, '.obsidian')) || isFoam(paths)) &&
  !paths.some((path) => LOGSEQ_FILE.test(path))
/** Foam names days `2026-11-20` in `journals/`, where Logseq without settings writes `2026_11_20`. */
const isFoam = (paths: readonly string[]): boolean =>
  paths.some((path) => FOAM_DAY.test(path)) && !paths.some((path) => isInside(path, 'pages'))
const FOAM_DAY = /^journals\/\d{4}-\d\d-\d\d\.md$/u
const LOGSEQ_FILE = /^(?:logseq\/|journals\/\d{4}_\d\d_\d\d\.|pages\/[^/]*___)/u

/** The day of a daily note of Dendron, `daily.journal.2026.11.20`. */
const dendronDay = (path: string): Day | undefined =>
  readDay(/^daily\.journal\.(\d{4}\.\d\d\.\d\d)$/u.exec(stemOf(path))?.[1]?.replaceAll('.', '-') ?? '')

const namedDay = ({ path, kind }: NoteFile, config: FolderConfig): Day | undefined =>
  kind === 'journal' && config.journalTitleFormat !== undefined
    ? readJournalDay(stemOf(path), journalFormats(config))
    : undefined

const YEAR = /\d{4}/u

/**
 * Names of daily notes whose file names alone do not give the day, such as `2026/11/20.md`. A note that is named as a
 * daily note, or as the day of another note, has its path as its name.
 */
function dayNames(
  paths: readonly string[],
  dayOf: (path: string) => Day | undefined,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const notes = paths.filter((path) => !isCanvas(path))
  const daily = new Map<string, number>()
  for (const path of notes) {
    const day = dayOf(path)
    if (day === undefined) continue
    const stem = stemOf(path)
    if (YEAR.test(stem)) daily.set(fold(stem), (daily.get(fold(stem)) ?? 0) + 1)
    else names.set(path, isoDay(day))
  }
  for (const path of notes) {
    const stem = stemOf(path)
    const count = daily.get(fold(stem))
    if (dayOf(path) === undefined) {
      const short = path.replace(/\.[^.]*$/u, '')
      // At the top, the path without its ending would be the name of the journal page.
      if (count !== undefined || readDay(stem) !== undefined)
        names.set(path, readDay(short) === undefined && !daily.has(fold(short)) ? short : path)
    } else if (count === 1) names.set(path, stem)
  }
  return names
}

/** Settings beyond a limit are ignored. */
function readSettings(
  text: string | undefined,
  { settings = Infinity, nesting }: Partial<NoteLimits>,
  over: (place: Unread) => void,
): FolderConfig {
  try {
    if ((text?.length ?? 0) > settings)
      throw new TooMuch(1, `The settings have more than ${numbered(settings)} characters and were ignored.`)
    return readConfig(text, nesting)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    over({ file: CONFIG_PATH, line: error.line, why: error.message })
    return readConfig(undefined)
  }
}

function readTimes(
  text: string,
  { nesting }: Partial<NoteLimits>,
  over: (place: Unread) => void,
): ReadonlyMap<string, PageTimes> {
  try {
    return readMetadata(text, nesting)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    over({ file: METADATA_PATH, line: error.line, why: error.message })
    return new Map()
  }
}

function readExportManifest(
  text: string,
  { nesting = Infinity }: Partial<NoteLimits>,
  report: (kind: FindingKind, place: Unread) => void,
): Manifest {
  const line = deeperThan(text, nesting)
  if (line !== undefined) {
    report('limit', nestsTooDeep(MANIFEST_PATH, line, nesting))
    return readManifest('[]')
  }
  const nuls = nulsIn(text, true)
  if (nuls) report('nul', { file: MANIFEST_PATH, line: nuls.line, why: NUL })
  return readManifest(text)
}

/** Folders that Logseq never reads. */
const NOT_READ = /^logseq\/|(?:^|\/)node_modules\//u

/** The most names of hidden files and folders that are compared with each path. */
const MOST_HIDDEN = 100

/** Logseq hides each path that begins with the setting. */
const isHidden = (path: string, hidden: readonly string[]): boolean =>
  hidden.slice(0, MOST_HIDDEN).some((name) => path.startsWith(name))

/**
 * Looks beside the note, then from the top; among notes, then for a file of that name. `…/assets/x` always finds the
 * file in `assets`. Paths are compared in NFC, because a Mac writes them decomposed.
 */
function assetFinder(
  assets: readonly string[],
  { findFile }: NoteIndex,
): (folder: string, address: string) => string | undefined {
  const known = new Map(assets.map((path) => [path.normalize('NFC'), path]))
  const at = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : known.get(path.normalize('NFC'))
  return (folder, address) => {
    if (known.size === 0 || SCHEME.test(address)) return undefined
    const forms = addressForms(address)
    for (const form of forms) {
      const path =
        at(resolvePath(folder, form)) ??
        at(resolvePath('', form)) ??
        at(/^(?:\.{0,2}\/)*(assets\/.*)$/su.exec(form)?.[1])
      if (path !== undefined) return path
    }
    for (const form of forms) {
      const path = findFile(folder, form)
      if (path !== undefined) return path
    }
    return undefined
  }
}
