/**
 * The addresses of a site: which page has which name in its address, and which file. A name stays with its page, so that
 * numbers stay. A page that is renamed keeps its former addresses until another page takes them.
 * @see sharing 9
 */
import { isoDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { journalDay } from '@notegraph/graph'
import { addressWords, caseless, fileWords } from './address-words.ts'
import type { SelectedPage } from './site-pages.ts'

/** An address that a page has or had. `words` is there if a number follows them in the name. */
type PageEntry = readonly [name: string, id: string, words?: string]

/** The address of a file, which has the bytes of `hash`, and the pages that show it. */
type FileEntry = readonly [name: string, hash: string, title: string, ...pages: readonly string[]]

/** As the store keeps them. The latest entry of a page is its address. */
export interface SiteAddresses {
  readonly pages: readonly PageEntry[]
  readonly files: readonly FileEntry[]
}

export const NO_ADDRESSES: SiteAddresses = { pages: [], files: [] }

/** Former addresses and files of a site that are kept; the oldest are forgotten first. */
const MOST_FORMER = 2 * LIMITS.sitePages
const MOST_FILES = LIMITS.sitePages
/** Pages of a file that are kept. */
const MOST_PAGES = 20

/** Addresses of the site itself, folders of the static site, and names that Windows keeps for devices. */
const TAKEN =
  /^(?:index|pages|files|search|feed|graph|assets|404|healthz|readyz|con|prn|aux|nul|com\d|lpt\d|(?:feed|journals|sitemap)[.-]xml|feed[.-]json|(?:llms|robots)[.-]txt)$/i

export const readAddresses = (json: string | undefined): SiteAddresses =>
  json === undefined ? NO_ADDRESSES : (JSON.parse(json) as SiteAddresses)

/** The words of a page's address: those of its name, the day of a journal, or its id. */
function pageWords({ id, name }: SelectedPage): string {
  const day = journalDay(id)
  if (day !== undefined) return isoDay(day)
  return addressWords(name) || (/[a-z0-9]/i.test(id) ? id : 'page')
}

type FreeName = (words: string, ending: string) => string

/** Finds the first name with these words that is free: the words, or the words and a number from 2. */
function freeNames(isFree: (name: string) => boolean): FreeName {
  /** The number that was given last: many pages with the same words take no longer for it. */
  const last = new Map<string, number>()
  return (words, ending) => {
    const key = caseless(`${words}${ending}`)
    for (let n = (last.get(key) ?? 0) + 1; ; n++) {
      const name = n === 1 ? `${words}${ending}` : `${words}-${n}${ending}`
      last.set(key, n)
      if (isFree(name)) return name
    }
  }
}

/**
 * Gives each page of a site an address. Pages keep theirs while the words of their names stay; new ones follow by creation.
 *
 * @returns the same addresses if nothing changed
 * @example
 * ```ts
 * const next = withPages(NO_ADDRESSES, [{ id: 'a1', name: 'Boat', aliases: [], createdAt: 1, editedAt: 1 }])
 * ```
 */
export function withPages(held: SiteAddresses, pages: Iterable<SelectedPage>): SiteAddresses {
  const current = currentNames(held)
  const named = new Map<string, PageEntry>(held.pages.map((entry) => [caseless(entry[0]), entry]))
  /** The names of the pages that are on the site now. */
  const used = new Set<string>()
  const waiting: (readonly [SelectedPage, string])[] = []
  for (const page of pages) {
    const words = pageWords(page)
    const entry = current.get(page.id)
    if (entry && (entry[2] ?? entry[0]) === words) used.add(caseless(entry[0]))
    else waiting.push([page, words])
  }
  if (waiting.length === 0) return held
  const isFree = (name: string): boolean => !TAKEN.test(name) && !used.has(caseless(name))
  const free = freeNames(isFree)
  const formerOf = Map.groupBy(held.pages, ([, id]) => id)
  const byCreation = waiting.toSorted(([a], [b]) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  for (const [{ id }, words] of byCreation) {
    const former = formerOf
      .get(id)
      ?.find(([name, , its = name]) => its === words && isFree(name) && named.get(caseless(name))?.[1] === id)
    const name = former?.[0] ?? free(words, '')
    const key = caseless(name)
    used.add(key)
    named.delete(key) // so that it comes last
    named.set(key, name === words ? [name, id] : [name, id, words])
  }
  return { ...held, pages: bounded([...named.values()], used) }
}

/** Forgets the oldest former addresses. */
function bounded(entries: readonly PageEntry[], used: ReadonlySet<string>): readonly PageEntry[] {
  let excess = entries.length - MOST_FORMER
  return excess <= 0 ? entries : entries.filter(([name]) => used.has(caseless(name)) || --excess < 0)
}

/** The address of each page, by its id. */
function currentNames({ pages }: SiteAddresses): Map<string, PageEntry> {
  return new Map(pages.map((entry) => [entry[1], entry]))
}

/** A file of a page. */
export interface NamedFile {
  readonly name: string
  /** The SHA-256 of its bytes. */
  readonly hash: string
}

/**
 * Gives each file of a page an address. Files with the same name and bytes have one.
 *
 * @param isOn whether a page is on the site
 * @returns the same addresses if nothing changed
 */
export function withFiles(
  held: SiteAddresses,
  pageId: string,
  files: Iterable<NamedFile>,
  isOn: (id: string) => boolean,
): SiteAddresses {
  const named = new Map<string, FileEntry>(held.files.map((entry) => [caseless(entry[0]), entry]))
  const known = new Map(held.files.map((entry) => [fileKey(entry[1], entry[2]), entry]))
  const free = freeNames((name) => !named.has(caseless(name)))
  let isChanged = false
  for (const file of files) {
    const { name: title } = file
    const [hash, key] = [mark(file.hash), fileKey(file.hash, title)]
    const [name, , , ...pages] = known.get(key) ?? [free(...fileWords(title)), hash, title]
    if (pages.includes(pageId)) continue
    const still = pages.filter(isOn)
    if (still.length >= MOST_PAGES) continue
    const next: FileEntry = [name, hash, title, ...still, pageId]
    named.set(caseless(name), next)
    known.set(key, next)
    isChanged = true
  }
  return isChanged ? { ...held, files: [...named.values()].slice(-MOST_FILES) } : held
}

/** Digits of a hash that are enough to tell files apart. */
const mark = (hash: string): string => hash.slice(0, 16)

const fileKey = (hash: string, name: string): string => `${mark(hash)} ${name}`

/** Looks up what is at an address. */
export interface AddressBook {
  /** The name of a page in its address. */
  nameOf(id: string): string | undefined
  /** The page that has or had an address, in any case. */
  pageAt(name: string): string | undefined
  /** Addresses that pages had before, each with the id of its page. */
  former(): readonly (readonly [name: string, id: string])[]
  fileName(file: NamedFile): string | undefined
  /** Whether a file has an address and is known to be shown on a page. */
  shows(pageId: string, file: NamedFile): boolean
  fileAt(name: string): KnownFile | undefined
}

/** A file that has an address, and pages that showed it. */
export interface KnownFile {
  readonly isSame: (file: NamedFile) => boolean
  readonly pages: readonly string[]
}

export function addressBook(addresses: SiteAddresses): AddressBook {
  const current = currentNames(addresses)
  const pages = new Map(addresses.pages.map(([name, id]) => [caseless(name), id]))
  const files = new Map(addresses.files.map((entry) => [entry[0], entry]))
  const named = new Map(addresses.files.map((entry) => [fileKey(entry[1], entry[2]), entry]))
  return {
    nameOf: (id) => current.get(id)?.[0],
    former: () =>
      addresses.pages.flatMap(([name, id]) => (current.get(id)?.[0] === name ? [] : [[name, id] as const])),
    pageAt: (name) => pages.get(caseless(name)) ?? pages.get(caseless(addressWords(name))),
    fileName: ({ hash, name }) => named.get(fileKey(hash, name))?.[0],
    shows(pageId, { hash, name }) {
      const [, , , ...shown] = named.get(fileKey(hash, name)) ?? []
      return shown.includes(pageId)
    },
    fileAt(name) {
      const entry = files.get(name)
      if (!entry) return undefined
      const [, hash, title, ...shown] = entry
      return { isSame: (file) => fileKey(file.hash, file.name) === fileKey(hash, title), pages: shown }
    },
  }
}
