/**
 * A Logseq folder's settings, as far as they say how to read it: `logseq/config.edn`. Whatever else stands there is the
 * app's own business.
 */
import { LONGEST_FORMAT } from './day-format.ts'
import { ednString, readEdn, type EdnValue } from './edn.ts'
import type { NameFormat } from './file-name.ts'
import { byText, trimSlashes } from './path.ts'

export interface FolderConfig {
  readonly nameFormat: NameFormat
  readonly pagesFolder: string
  readonly journalsFolder: string
  /** How journals' files are named, when the folder says so. */
  readonly journalFileFormat?: string
  /** How journals are titled, when the folder says so. */
  readonly journalTitleFormat?: string
  readonly favorites: readonly string[]
  /** Files and folders that the app is told to pass over. */
  readonly hidden: readonly string[]
}

export const CONFIG_PATH = 'logseq/config.edn'
/** The forms that an export names: a journal started by the service is named `YYYY-MM-DD`. @see decisions 1.3 */
export const FILE_FORMAT = 'yyyy_MM_dd'
export const TITLE_FORMAT = 'yyyy-MM-dd'

const KEYS = [
  ':file/name-format',
  ':pages-directory',
  ':journals-directory',
  ':journal/file-name-format',
  ':journal/page-title-format',
  ':favorites',
  ':hidden',
]

/**
 * Read the settings. With none at all the folder counts as a new one, whose names are in the newer form; settings that
 * do not name a form are from before there was a choice.
 * @throws TooMuch where they nest deeper than `nesting`
 */
export function readConfig(text: string | undefined, nesting?: number): FolderConfig {
  const values = text === undefined ? new Map<string, EdnValue>() : readEdn(text, KEYS, nesting)
  const newer = text === undefined || values.get(':file/name-format') === ':triple-lowbar'
  const fileFormat = form(values.get(':journal/file-name-format'))
  const titleFormat = form(values.get(':journal/page-title-format'))
  return {
    nameFormat: newer ? 'triple-lowbar' : 'legacy',
    pagesFolder: folder(values.get(':pages-directory')) ?? 'pages',
    journalsFolder: folder(values.get(':journals-directory')) ?? 'journals',
    ...(fileFormat === undefined ? {} : { journalFileFormat: fileFormat }),
    ...(titleFormat === undefined ? {} : { journalTitleFormat: titleFormat }),
    favorites: list(values.get(':favorites')),
    hidden: list(values.get(':hidden')).flatMap((path) => folder(path) ?? []),
  }
}

/** The settings of an exported folder. @param favorites names of pages; they are listed in a steady order. */
export function writeConfig(favorites: readonly string[]): { readonly path: string; readonly text: string } {
  const lines = [
    '{:meta/version 1',
    ' :preferred-format "Markdown"',
    ' :file/name-format :triple-lowbar',
    ` :journal/file-name-format ${ednString(FILE_FORMAT)}`,
    ` :journal/page-title-format ${ednString(TITLE_FORMAT)}`,
    ` :favorites [${[...new Set(favorites)].toSorted(byText).map(ednString).join(' ')}]}`,
  ]
  return { path: CONFIG_PATH, text: `${lines.join('\n')}\n` }
}

const word = (value: EdnValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && !value.startsWith(':') && value !== 'nil' ? value : undefined
/** A form of days; what is longer is none. */
const form = (value: EdnValue | undefined): string | undefined => {
  const written = word(value)
  return written !== undefined && written.length <= LONGEST_FORMAT ? written : undefined
}
const list = (value: EdnValue | undefined): readonly string[] => (typeof value === 'object' ? value : [])
const folder = (value: EdnValue | undefined): string | undefined =>
  trimSlashes(word(value)?.replace(/^[./]+/u, '') ?? '') || undefined

/** The forms in which the settings say that journals' files are named. */
export const journalFormats = ({ journalFileFormat, journalTitleFormat }: FolderConfig): string[] =>
  [journalFileFormat, journalTitleFormat].filter((format) => format !== undefined)
