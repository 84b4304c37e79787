/**
 * A Markdown file as a draft. The head contains the name and the properties; the other lines are the outline. Nothing
 * throws except for limits, and unknown syntax stays as words.
 */
import { fold, listPart, listValues, normalizeLines, readDay, type Day } from '@notegraph/block-text'
import type { PageKind } from '@notegraph/graph'
import { exportedAssets, findAssets, withPictures, type Target } from './address.ts'
import { blockFindings, TEMPLATE } from './block-findings.ts'
import { blockWords, readTime, type BlockWords } from './block-draft.ts'
import { journalFormats } from './config.ts'
import { readJournalDay, writeByFormat } from './day-format.ts'
import { titleDay, withDayLinks } from './day-links.ts'
import type { AssetSpan, BlockDraft, MissingAsset, NoteDraft, Unread } from './draft.ts'
import { pageName } from './file-name.ts'
import { findingLog, type FindingKind, type Note } from './findings.ts'
import { isKey } from './key.ts'
import type { NoteLimits } from './limits.ts'
import { noteOutline, type NoteOutline } from './note-outline.ts'
import type { NamedBlocks, NoteParts } from './note-parts.ts'
import type { TextBlock } from './outline-text.ts'
import { readNotesBlock } from './notes-block.ts'
import type { Habit } from './habit.ts'
import type { HeadProperty } from './head-property.ts'
import type { PageHead } from './page-head.ts'
import { folderOf, stemOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { addressWriter } from './reference-links.ts'
import { referenceTargets } from './reference-targets.ts'
import { isUuid } from './uuid.ts'
import { rewriteLinks } from './wiki.ts'

/**
 * Returns a file's text without byte order mark, with lines that end in `\n`.
 *
 * @example
 * fileText('\uFEFFa\r\nb') // 'a\nb'
 */
export const fileText = (text: string): string => normalizeLines(text.replace(/^\uFEFF/u, ''))

/**
 * Reads a file.
 *
 * @param exported whether an export wrote this text: its addresses then have exactly the export's form
 * @param partsOf the parts of the other notes, in a folder of notes
 * @param outline the outline of the note, if it was read before
 */
export function readMarkdown(
  plan: FolderPlan,
  path: string,
  text: string,
  exported = false,
  partsOf: PartsOf = () => undefined,
  { lines, head: written, blocks: outline, named }: NoteOutline = noteOutline(plan, path, text),
): NoteDraft {
  const habit = plan.style
  const log = findingLog()
  if (written.isFrontText === true) log.note('front_matter_text', 1)
  const head = readProperties(path, written, habit, plan.limits, log.note)
  const title = habit === 'logseq' ? head.title : undefined
  const page = nameNote(plan, path, title)
  const others = [...(habit === 'notes' ? [head.title] : []), ...head.names]
  for (const other of others)
    if (other !== undefined && fold(other) !== fold(page.name)) {
      addAlias(head.props, other)
      log.note('title_alias', 1)
    }
  const labelFirst = plan.labelFirst || isDendron(written.properties)
  // The tag `#a.b` of Dendron names the note `tags.a.b`.
  const tag = habit === 'notes' && labelFirst ? /^tags\.(.+)$/u.exec(stemOf(path))?.[1] : undefined
  if (tag !== undefined) addAlias(head.props, tag)
  if (habit === 'notes' && page.name !== stemOf(path).trim()) log.note('page_renamed', 1)

  const folder = folderOf(path)
  const find = (address: string): string | undefined => plan.findAsset(folder, address)
  const place = {
    path,
    folder,
    index: plan.index,
    dayOfLink: plan.dayOfLink,
    findAsset: find,
    partsOf: (other: string) => (other === path ? named : partsOf(other)),
    labelFirst,
  }
  const words = (text: string, found: FoundAt): Words => {
    if (exported) return { text, assets: exportedAssets(text, find), missing: [] }
    if (habit === 'notes') return rewriteLinks(text, place, found)
    const { journalTitleFormat: format } = plan.config
    const dated = format === undefined ? text : withDayLinks(text, format, plan.keepsDayLink)
    if (dated !== text) found('link_day', 0)
    const pictured = withPictures(dated, find)
    return { text: pictured, ...findAssets(pictured, find) }
  }

  const missing: MissingAsset[] = []
  const assets = new Set<string>()
  const files = (found: Words, lineOf: (start: number) => number): Words => {
    for (const span of found.assets) assets.add(span.path)
    for (const { start, end } of found.missing)
      missing.push({ file: path, line: lineOf(start), asset: found.text.slice(start, end) })
    return found
  }

  const props: (readonly [string, string])[] = []
  const propAssets = new Map<string, readonly AssetSpan[]>()
  for (const [key, { value, at, isJson }] of head.props) {
    // The brackets of an alias keep a name in one piece.
    const found = files(
      isJson || key === 'alias'
        ? { text: value, assets: [], missing: [] }
        : words(value, (kind) => log.note(kind, at + 1)),
      () => at + 1,
    )
    // A page of highlights stays one while its file is missing.
    const isWords = found.assets.length + (habit === 'logseq' ? found.missing.length : 0) === 0
    const own = isWords && !exported && FILE_KEYS.has(key) ? `note-${key}` : key
    props.push([head.props.has(own) ? key : own, found.text])
    if (found.assets.length > 0) propAssets.set(key, found.assets)
  }
  const wanted = referenceTargets()
  const blocks = draftBlocks([...head.kept, ...outline], named, exported || habit === 'notes', {
    words,
    files,
    note: log.note,
    addressed: habit === 'notes' && !exported ? addressWriter(lines) : (text) => text,
    dottedTags: labelFirst,
    seen(block, read, content) {
      blockFindings(block, read, log.note, habit === 'notes' ? lines : undefined)
      wanted.add(content, block.at + 1)
    },
  })
  const findings = log.list()
  const aliases = listValues(head.props.get('alias')?.value ?? '')
  return {
    path,
    ...page,
    props,
    propAssets,
    ...(head.spelled.size === 0 ? {} : { spelled: head.spelled }),
    ...(plan.isFavorite(exported ? [page.name] : [page.name, ...aliases]) ? { favorite: true as const } : {}),
    blocks,
    ...plan.times.get(fold(page.name)),
    ...(head.createdAt === undefined ? {} : { createdAt: head.createdAt }),
    ...(head.updatedAt === undefined ? {} : { updatedAt: head.updatedAt }),
    unread: head.unread,
    assets: [...assets],
    missing,
    ...(findings.length > 0 && { findings }),
    ...(wanted.found.length > 0 && { wanted: wanted.found }),
  }
}

/** Whether front matter has the fields that Dendron gives every note. Templates of others have three of them. */
const isDendron = (properties: readonly HeadProperty[]): boolean =>
  ['id', 'desc', 'updated', 'created'].every((key) =>
    properties.some((one) => one.key === key && one.inFront === true),
  )

/** Returns the parts of a note by its path; `undefined` if they are unknown. */
export type PartsOf = (path: string) => NoteParts | undefined

/** Called with each finding and its index in a text. */
type FoundAt = (kind: FindingKind, start: number) => void

interface Words {
  readonly text: string
  readonly assets: readonly AssetSpan[]
  readonly missing: readonly Target[]
}

interface HeadValue {
  readonly value: string
  readonly at: number
  readonly isJson?: true | undefined
}

interface Head {
  readonly title: string | undefined
  /** Other names of the page, which become aliases. */
  readonly names: readonly string[]
  readonly props: Map<string, HeadValue>
  readonly spelled: ReadonlyMap<string, string>
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly unread: readonly Unread[]
  /** Lines that no property of the page can hold, as words. */
  readonly kept: readonly TextBlock[]
}

/** The key of an author's own id, because `id` of a page is the outliner's. */
const OWN_ID = 'note-id'

/** Reads the properties of a page. Lines that it cannot keep as properties stay as words. */
function readProperties(
  file: string,
  { properties, words = [] }: PageHead,
  habit: Habit,
  {
    properties: most = Infinity,
    propertyText = Infinity,
    names: mostNames = Infinity,
    blockText = Infinity,
  }: Partial<NoteLimits>,
  note: Note,
): Head {
  const props = new Map<string, HeadValue>()
  const spelled = new Map<string, string>()
  const names: string[] = []
  const unread: Unread[] = []
  const kept = wordsKept(blockText)
  let title: string | undefined
  let titleAt = 0
  let createdAt: number | undefined
  let updatedAt: number | undefined
  let characters = 0
  const repeated = (key: string, value: string, at: number): void => {
    note('property_repeated', at + 1)
    kept.add(`${key}:: ${value}`, at)
  }
  for (const [index, one] of properties.entries()) {
    const { value, at, inFront, isJson, hasNull } = one
    const isOwnId = one.key === 'id' && isAuthors(one, habit)
    const [key, written] = isOwnId ? [OWN_ID, OWN_ID] : [one.key, one.written]
    const keep = (kind: FindingKind): void => {
      note(kind, at + 1)
      kept.add(`${one.written}${inFront === true ? ':' : '::'} ${value}`.trimEnd(), at)
    }
    if (index >= most) {
      keep('limit')
      continue
    }
    characters += value.length
    const isOwn = key === 'id' || key === 'collapsed'
    if (isOwn && !(inFront && value === '')) {
      if (key === 'collapsed' && !/^(?:true|false)?$/iu.test(value)) keep('property_key')
      else note('property_outliner', at + 1)
      continue
    }
    // A Logseq file keeps its line.
    const isLost = inFront === true && habit === 'notes'
    if (value === '') {
      note('property_empty', at + 1)
      // Lists of an author can begin so, such as `Shopping list::`.
      if (inFront !== true && habit === 'notes') kept.add(`${one.written}::`, at)
      if (!isLost) continue
      unread.push({ file, line: at + 1, why: `The property "${key}" was left out: the value is empty.` })
      continue
    }
    if (hasNull) {
      note('property_empty', at + 1)
      if (isLost)
        unread.push({ file, line: at + 1, why: `An empty value of the property "${key}" was left out.` })
    }
    const time = key === 'created-at' || key === 'updated-at' ? readTime(value) : undefined
    if (isJson === true && (key === 'title' || key === 'name' || isOwnId || LISTS.has(key)))
      keep('property_key')
    else if (key === 'title') {
      if (title !== undefined && habit === 'notes') names.push(title)
      else if (title !== undefined && title !== value) repeated('title', title, titleAt)
      title = value
      titleAt = at
    } else if (key === 'created-at' && time !== undefined) createdAt = time
    else if (key === 'updated-at' && time !== undefined) updatedAt = time
    else if (key === 'name' && inFront) names.push(value)
    else if (key === 'name' || !isKey(key)) keep('property_key')
    else if (characters > propertyText) {
      characters -= value.length
      keep('limit')
    } else if (LISTS.has(key) && listValues(value).length > mostNames) keep('limit')
    else {
      const before = props.get(key)
      const isList = LISTS.has(key) && before !== undefined
      if (before && !isList && before.value !== value)
        repeated(spelled.get(key) ?? key, before.value, before.at)
      if (isOwnId) names.push(value)
      if (isJson) note('property_json', at + 1)
      if (inFront && TEMPLATE.test(value)) note('template', at + 1)
      props.set(key, { value: isList ? `${before.value}, ${value}` : value, at, isJson })
      if (written !== key && !spelled.has(key)) spelled.set(key, written)
    }
  }
  for (const line of words) {
    if (line.kind) note(line.kind, line.at + 1)
    // Nobody reads tags and links in a comment of YAML.
    const isPlain = habit === 'notes' && line.kind === 'comment'
    kept.add(isPlain ? line.words.replaceAll(/#|\[\[/gu, String.raw`\$&`) : line.words, line.at)
  }
  return { title, names, props, spelled, createdAt, updatedAt, unread, kept: kept.blocks }
}

/** Whether an id is the author's. Logseq gives a page the UUID of a block. */
const isAuthors = ({ value, inFront }: HeadProperty, habit: Habit): boolean =>
  value !== '' && ((inFront === true && habit === 'notes') || !isUuid(value))

/** Collects lines in blocks within the limit of a block. */
function wordsKept(most: number): { add(line: string, at: number): void; readonly blocks: TextBlock[] } {
  const blocks: TextBlock[] = []
  let room = 0
  return {
    blocks,
    add(line, at) {
      room -= line.length + 1
      if (room < 0) {
        blocks.push({ at, kind: 'paragraph', lines: [], inRegion: [], children: [] })
        room = most - line.length
      }
      const { lines, inRegion } = blocks.at(-1)!
      lines.push(line)
      inRegion.push(false)
    },
  }
}

/** Keys of the service for files of a page. An author's words at such a key would be hidden. */
const FILE_KEYS: ReadonlySet<string> = new Set(['file', 'pdf', 'snapshot'])

/** Properties whose values are lists of names. Each name costs a lookup. */
const LISTS: ReadonlySet<string> = new Set(['alias', 'tags'])

function addAlias(props: Head['props'], title: string): void {
  const alias = props.get('alias')
  const written = listPart(title)
  props.set('alias', { value: alias ? `${alias.value}, ${written}` : written, at: alias?.at ?? 0 })
}

interface NoteName {
  readonly name: string
  readonly kind: PageKind
  readonly day?: Day
}

/**
 * Determines the name, the kind and the day of a note. @see decisions 1.2, 1.3
 */
export function nameNote(plan: FolderPlan, path: string, title: string | undefined): NoteName {
  const { nameFormat, journalTitleFormat } = plan.config
  const stem = stemOf(path)
  const kind = plan.kindOf(path)
  if (plan.style === 'notes') {
    const name = plan.index.nameOf(path)
    return kind === 'whiteboard' ? { name, kind } : asJournal(name, plan.dayOf(path))
  }
  const name = title ?? pageName(stem, nameFormat)
  if (kind === 'whiteboard') return { name, kind }
  if (kind === 'page') return asJournal(name, readDay(name) ?? titleDay(name, journalTitleFormat))
  const titleFormats = journalTitleFormat === undefined ? [] : [journalTitleFormat]
  const titled = title === undefined ? undefined : readJournalDay(title, titleFormats)
  const day = titled ?? readJournalDay(stem, journalFormats(plan.config))
  if (day === undefined) return { name, kind: 'page' }
  const written = journalTitleFormat === undefined ? stem : writeByFormat(day, journalTitleFormat)
  return { name: title ?? written, kind, day }
}

const asJournal = (name: string, day: Day | undefined): NoteName =>
  day === undefined ? { name, kind: 'page' } : { name, kind: 'journal', day }

/** The functions that read the blocks of a note and receive its findings. */
interface Reading {
  /** Converts the links in a block's words. */
  readonly words: (text: string, found: FoundAt) => Words
  readonly files: (found: Words, lineOf: (start: number) => number) => Words
  readonly note: Note
  /** Writes addresses into reference links. */
  readonly addressed: (text: string) => string
  /** Whether a tag of a note can have dots. */
  readonly dottedTags: boolean
  /**
   * @param content the words with converted links
   */
  readonly seen: (block: TextBlock, read: Pick<BlockWords, 'content' | 'lineAt'>, content: string) => void
}

/**
 * Builds the drafts of blocks in the order of the file. Loops instead of recursion allow any depth.
 *
 * @param named the blocks that links can name, in a folder of notes, where tasks are checkboxes
 * @param current whether the lines have no syntax of older versions of Logseq
 */
function draftBlocks(
  top: readonly TextBlock[],
  named: NamedBlocks | undefined,
  current: boolean,
  { words, files, note, addressed, seen, dottedTags }: Reading,
): BlockDraft[] {
  const drafts: BlockDraft[] = []
  const levels = [{ from: top, at: 0, into: drafts }]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const block = level.from[level.at++]
    if (!block) {
      levels.pop()
      continue
    }
    const { own, ...written } = blockWords(
      block,
      current ? undefined : levels.length - 1,
      note,
      // An id of Zettelkasten notes is the author's.
      named && isUuid,
    )
    const read =
      named === undefined ? written : readNotesBlock(written, block.kind === 'item', note, dottedTags)
    const { lineAt } = read
    const content = addressed(read.content)
    const found = words(content, (kind, start) =>
      note(kind, () => 1 + (lineAt[lineFinder(content)(start)] ?? block.at)),
    )
    seen(block, read, found.text)
    if (found.assets.length > 0 || found.missing.length > 0) {
      const lineOf = lineFinder(found.text)
      files(found, (start) => 1 + (lineAt[lineOf(start)] ?? block.at))
    }
    const children: BlockDraft[] = []
    const id = named?.idOf(block)
    level.into.push({
      content: found.text,
      assets: found.assets,
      children,
      line: block.at + 1,
      ...(id === undefined ? {} : { id }),
      ...own,
    })
    if (block.children.length > 0) levels.push({ from: block.children, at: 0, into: children })
  }
  return drafts
}

/** Returns a function that finds the line of an index. Indexes must not decrease. */
function lineFinder(text: string): (place: number) => number {
  let line = 0
  let next = text.indexOf('\n')
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line++
    return line
  }
}
