/** The settings of a Logseq folder that decide how to read it: `logseq/config.edn`. All other settings are ignored. */
import { LONGEST_FORMAT } from './day-format.ts'
import { ednString, readEdn, withEdn, type EdnValue } from './edn.ts'
import type { NameFormat } from './file-name.ts'
import { byText, trimSlashes } from './path.ts'

/** The settings of a Logseq folder. */
export interface FolderConfig {
  readonly nameFormat: NameFormat
  readonly pagesFolder: string
  readonly journalsFolder: string
  /** The format of journals' file names, if the settings name one. */
  readonly journalFileFormat?: string
  /** The format of journals' titles, if the settings name one. */
  readonly journalTitleFormat?: string
  readonly favorites: readonly string[]
  /** The beginnings of paths that the app hides. */
  readonly hidden: readonly string[]
}

/** The path of the settings. */
export const CONFIG_PATH = 'logseq/config.edn'
/**
 * The format of journals' file names in an export. @see decisions 1.3
 */
export const FILE_FORMAT = 'yyyy_MM_dd'
/** The format of journals' titles in an export: the service names a new journal page `YYYY-MM-DD`. */
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
 * Parses the settings of a folder. A folder without settings counts as new, with the newer format of names. Settings
 * without a format of names are older than this option.
 *
 * @throws TooMuch if the settings nest deeper than `nesting`
 * @example
 * readConfig('{:pages-directory "notes"}').pagesFolder // 'notes'
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
    hidden: list(values.get(':hidden'))
      .map((path) => path.replace(/^\//u, ''))
      .filter(Boolean),
  }
}

/**
 * Builds the settings of an exported folder.
 *
 * @param favorites names of pages; the file lists them in alphabetical order
 * @example
 * writeConfig(['Home']).path // 'logseq/config.edn'
 */
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

/** The longest settings that an import keeps for an export, in characters. */
export const LONGEST_CONFIG = 65_536

/**
 * Returns the settings of an import for an export, with other favorites if these changed.
 *
 * @param isSame whether the settings give the same favorites
 * @returns `undefined` if the settings cannot be kept
 */
export function keptConfig(
  text: string | undefined,
  favorites: readonly string[],
  isSame: (config: FolderConfig) => boolean,
): string | undefined {
  if (text === undefined || text.length > LONGEST_CONFIG) return undefined
  if (isSame(readConfig(text))) return text
  const names = [...new Set(favorites)].toSorted(byText)
  const changed = withEdn(text, ':favorites', `[${names.map(ednString).join(' ')}]`)
  return changed !== undefined && isSame(readConfig(changed)) ? changed : undefined
}

const word = (value: EdnValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && !value.startsWith(':') && value !== 'nil' ? value : undefined
/** A format of days; `undefined` if it is too long. */
const form = (value: EdnValue | undefined): string | undefined => {
  const written = word(value)
  return written !== undefined && written.length <= LONGEST_FORMAT ? written : undefined
}
const list = (value: EdnValue | undefined): readonly string[] => (typeof value === 'object' ? value : [])
const folder = (value: EdnValue | undefined): string | undefined =>
  trimSlashes(word(value)?.replace(/^[./]+/u, '') ?? '') || undefined

/** Lists the formats of journals' file names in the settings. */
export const journalFormats = ({ journalFileFormat, journalTitleFormat }: FolderConfig): string[] =>
  [journalFileFormat, journalTitleFormat].filter((format) => format !== undefined)
