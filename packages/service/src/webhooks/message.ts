/** The body of a message: a commit, with its pages and blocks by id and name. @see events 2 */
import { LIMITS } from '@notegraph/contract'
import { blockJson, nameOf } from '@notegraph/graph'
import type { GraphStore, OutboxEntry, WrittenPage } from '@notegraph/store'
import { fileNamer } from '../files/file-namer.ts'

export interface MessageOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Whether blocks are in the message as the API shows them. */
  readonly withBlocks: boolean
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin: string | undefined
}

/** @returns the message of a commit, or of a part of it, as JSON text */
export async function pagesMessage(
  graph: GraphStore,
  { seq, by }: Pick<OutboxEntry, 'seq' | 'by'>,
  pages: readonly WrittenPage[],
  { now, withBlocks, origin }: MessageOptions,
): Promise<string> {
  const shown: string[] = []
  let room: number = LIMITS.webhookBytes
  for (const page of pages) {
    const json = await pageJson(graph, page, withBlocks ? room : 0, origin)
    if (json === undefined) continue
    shown.push(json)
    room -= Buffer.byteLength(json)
  }
  return message('pages.changed', now, `"seq":${seq},"by":${JSON.stringify(by)},"pages":[${shown.join()}]`)
}

/** The message after which a receiver reads everything that it keeps again. */
export const resetMessage = (seq: number, now: number): string =>
  message('pages.reset', now, `"seq":${seq},"pages":[],"reset":true`)

const message = (type: string, now: number, data: string): string =>
  `{"type":"${type}","timestamp":"${new Date(now).toISOString()}","data":{${data}}}`

/** @param room bytes for blocks @returns undefined for a page without a record */
async function pageJson(
  graph: GraphStore,
  { id, isDeleted, blocks = [], gone = [] }: WrittenPage,
  room: number,
  origin: string | undefined,
): Promise<string | undefined> {
  const name = (await graph.pages.find(id))?.name ?? (await lastName(graph, id, origin))
  if (name === undefined) return undefined
  const shown = room > 0 ? await blocksOf(graph, blocks, room) : new Map<string, string>()
  const written = blocks.map((block) => blockMember(block, 'written', shown.get(block)))
  const deleted = gone.map((block) => blockMember(block, 'deleted'))
  const kind = isDeleted ? 'deleted' : 'written'
  return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"kind":"${kind}","blocks":[${[...written, ...deleted].join()}]}`
}

const blockMember = (id: string, kind: string, block?: string): string =>
  `{"id":${JSON.stringify(id)},"kind":"${kind}"${block === undefined ? '' : `,"block":${block}`}}`

/** The name of a deleted page. */
async function lastName(
  graph: GraphStore,
  id: string,
  origin: string | undefined,
): Promise<string | undefined> {
  const held = await graph.records.find(id)
  if (held?.record.kind !== 'page') return undefined
  const name = nameOf(held.record)
  const show = await fileNamer(graph, [name], origin)
  return show(name)
}

/** The blocks that fit, by id. */
async function blocksOf(
  graph: GraphStore,
  ids: readonly string[],
  room: number,
): Promise<ReadonlyMap<string, string>> {
  const shown = new Map<string, string>()
  let left = room
  for (const block of ids.length > 0 ? await graph.blocks.findMany(ids) : []) {
    const json = blockJson(block, block.pageName)
    left -= Buffer.byteLength(json)
    if (left < 0) break
    shown.set(block.id, json)
  }
  return shown
}
