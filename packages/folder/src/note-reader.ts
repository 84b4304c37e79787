/**
 * Reads the notes of a folder one by one, with the parts of other notes that they link to. The reader caches a note that
 * it reads ahead for its parts until the note's own turn. So it opens most files once.
 */
import { isCanvas } from './canvas-names.ts'
import type { ReadResult } from './draft.ts'
import type { TextFile } from './folder-reader.ts'
import type { NoteOutline } from './note-outline.ts'
import type { NoteParts } from './note-parts.ts'
import type { FolderPlan } from './plan.ts'
import { canLinkTo, hasOrgLinks, orgLinks, type OrgLinks } from './org-links.ts'
import type { TargetOf } from './org-words.ts'
import { endingOf } from './path.ts'
import { fileText } from './read-markdown.ts'
import { readNote } from './read-note.ts'
import { ownNames } from './own-names.ts'
import { notesWithParts, openNote, partsOf } from './read-parts.ts'

/** The functions that a note reader calls. */
export interface NoteSources {
  /** Returns the text of a note in its turn, or `undefined` if it cannot be read. */
  readonly textOf: (path: string) => Promise<TextFile | undefined>
  /** Returns the text of a note before its turn. A failure is not reported yet. */
  readonly textAhead: (path: string) => Promise<TextFile | undefined>
  /** Runs the synchronous work on one note. */
  readonly watched?: <T>(path: string, work: () => T) => T
}

/** Reads notes in the order of the plan. */
export interface NoteReader {
  /** Reads a note, or returns `undefined` if its file cannot be read. */
  read(path: string): Promise<OpenedNote | undefined>
  /** Reads a note before its turn, without a report of failures. */
  peek(path: string): Promise<OpenedNote | undefined>
}

/** A note with its file. */
export interface OpenedNote {
  readonly file: TextFile
  readonly read: ReadResult
  /** The paths of the other notes whose parts it links to. */
  readonly linked: readonly string[]
}

/** The most names of parts that a reader caches because a link needs them. Other links to parts stay as words. */
const MOST_NAMES = 500_000
/** The most characters of names that are cached before a link needs them. Other notes are read again for their parts. */
const MOST_EARLY_NAMES = 8 * 2 ** 20
/** The memory of the notes that wait for their turn, estimated in bytes. */
const MOST_WAITING = 32 * 2 ** 20

interface OpenNote {
  readonly file: TextFile
  readonly outline: NoteOutline | undefined
}

/**
 * Creates a reader.
 *
 * @example
 * const plan = planFolder(['a.md'])
 * const textOf = async () => ({ text: 'Hi', modifiedAt: 0 })
 * const opened = await noteReader(plan, { textOf, textAhead: textOf }).read('a.md')
 * opened?.read.ok // true
 */
export function noteReader(
  plan: FolderPlan,
  { textOf, textAhead, watched = (_, work) => work() }: NoteSources,
): NoteReader {
  const known = new Map<string, NoteParts | undefined>()
  const named = ownNames(plan)
  let names = 0
  let early = 0
  const waiting = waitingNotes()

  async function readAhead(path: string): Promise<NoteParts | undefined> {
    const file = names >= MOST_NAMES ? undefined : await textAhead(path)
    if (!file) return undefined
    const outline = watched(path, () => openNote(plan, path, file.text))
    if (!isCanvas(path)) waiting.add(path, { file, outline })
    const parts = partsOf(outline)
    names += parts.ids.size
    return parts
  }

  async function open(path: string): Promise<OpenNote | undefined> {
    const waited = waiting.take(path)
    if (waited) return waited
    const file = await textOf(path)
    if (!file) return undefined
    const isOutline = plan.style === 'notes' && !isCanvas(path)
    return { file, outline: isOutline ? watched(path, () => openNote(plan, path, file.text)) : undefined }
  }

  /** Caches the parts of a note for links of later notes. */
  function cache(path: string, { named }: NoteOutline): void {
    if (!named || known.has(path)) return
    for (const [name, id] of named.ids) early += name.length + id.length
    if (early <= MOST_EARLY_NAMES) known.set(path, { ids: named.ids })
  }

  let org: Promise<OrgLinks> | undefined
  async function readNames(): Promise<OrgLinks> {
    const links = orgLinks(plan)
    for (const { path } of plan.notes) {
      const file = canLinkTo(path) ? await textAhead(path) : undefined
      if (file) watched(path, () => links.add(path, fileText(file.text)))
    }
    return links
  }

  /** Reads the names of all notes before the first link that needs them. */
  async function targetsIn(path: string, text: string): Promise<TargetOf | undefined> {
    if (endingOf(path) !== 'org' || !hasOrgLinks(text)) return undefined
    return (await (org ??= readNames())).targetsIn(path)
  }

  async function readOpened(path: string, { file, outline }: OpenNote): Promise<OpenedNote> {
    const linked = notesWithParts(plan, path, file.text)
    for (const other of linked) if (!known.has(other)) known.set(other, await readAhead(other))
    const targetOf = await targetsIn(path, file.text)
    const parts = (other: string) => known.get(other)
    const read = watched(path, () => readNote(plan, path, file.text, parts, outline, targetOf))
    return { file, read, linked }
  }

  return {
    async read(path) {
      const opened = await open(path)
      if (!opened) return undefined
      if (opened.outline) cache(path, opened.outline)
      const { read, ...rest } = await readOpened(path, opened)
      return { ...rest, read: read.ok ? { ok: true, note: named(read.note) } : read }
    },
    async peek(path) {
      const file = await textAhead(path)
      return file && readOpened(path, { file, outline: undefined })
    },
  }
}

interface WaitingNotes {
  /** Adds a note if there is room. */
  add(path: string, note: OpenNote): void
  take(path: string): OpenNote | undefined
}

/** The memory of one line of an outline without its text, estimated in bytes. */
const LINE_BYTES = 400

function waitingNotes(): WaitingNotes {
  const notes = new Map<string, OpenNote>()
  let room = MOST_WAITING
  const bytesOf = ({ file, outline }: OpenNote): number =>
    file.text.length * 2 + (outline?.lines.length ?? 0) * LINE_BYTES
  return {
    add(path, note) {
      const bytes = bytesOf(note)
      if (bytes > room) return
      room -= bytes
      notes.set(path, note)
    },
    take(path) {
      const note = notes.get(path)
      if (note && notes.delete(path)) room += bytesOf(note)
      return note
    },
  }
}
