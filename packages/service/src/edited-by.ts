/** The last author of a block or a page, and the states of a block that a caller replaced. @see assistants 12.3 */
import { LIMITS } from '@notegraph/contract'
import type { Authorship, GraphStore } from '@notegraph/store'
import type { Caller } from './access.ts'
import { callerAuthor } from './author.ts'
import { fileNamer } from './files/file-namer.ts'

type Graph = Pick<GraphStore, 'records' | 'history' | 'files'>

/** The latest states of a block among which those that the caller replaced are found. */
const MOST_STATES = 200

const authorOf = async ({ history }: Graph, seq: number): Promise<Authorship | undefined> =>
  (await history.authorships([seq])).get(seq)

/**
 * The author of the last edit of a block; undefined if the history does not have it.
 * @example
 * (await lastEditOf(graph, 'b1'))?.name // 'Phone'
 */
export async function lastEditOf(graph: Graph, id: string): Promise<Authorship | undefined> {
  const held = await graph.records.find(id)
  return held && authorOf(graph, held.seq)
}

/**
 * The author of the last change of a page or of a block on it, a deletion and a move too.
 * @example
 * (await lastChangeOf(graph, 'p1'))?.name // 'Phone'
 */
export async function lastChangeOf(graph: Graph, pageId: string): Promise<Authorship | undefined> {
  return graph.history.lastAuthorship(pageId, await graph.records.latestOnPage(pageId))
}

/** A state of a block that a write replaced. */
export interface OwnState {
  /** When it was written, and when it was replaced, in milliseconds since 1970. */
  readonly at: number
  readonly replacedAt: number
  /** The text, with names for files. */
  readonly content: string
}

/**
 * The latest states of a block that the caller's own writes replaced, the latest replaced first.
 * @param origin the service's own origin
 */
export async function ownStates(
  graph: Graph,
  caller: Caller,
  id: string,
  origin: string | undefined,
): Promise<OwnState[]> {
  const states = await graph.history.listByRecords([id], MOST_STATES)
  const authors = await graph.history.authorships(states.map(({ until }) => until))
  const own = callerAuthor(caller, 0)
  const found = states.flatMap(({ record, at, ended, until, deleted }) => {
    const by = authors.get(until)
    const isOwn = by?.kind === own.kind && by.id === own.id
    return isOwn && !deleted && record.kind === 'block'
      ? [{ at, replacedAt: ended, content: record.words.text }]
      : []
  })
  const shown = found.slice(0, LIMITS.ownStates)
  const show = await fileNamer(
    graph,
    shown.map(({ content }) => content),
    origin,
  )
  return shown.map((state) => ({ ...state, content: show(state.content) }))
}
