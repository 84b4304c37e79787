/** Blocks as HTML, each cut to a length, with the words, files, embeds and queries that they show from elsewhere. */
import type { BlockText } from '@notegraph/block-text'
import { createRenderer, escapeHtml, needsOf, readBlock } from '@notegraph/render'
import type { NotesReader } from '@notegraph/service'
import type { OutlinedBlock, StoredBlock } from '@notegraph/store'
import type { Visit } from '../page.ts'
import { blockSources } from './block-sources.ts'
import type { ReadDeps, ShowEmbedded } from './embeds.ts'
import { blockNames } from './block-name.ts'
import { blockAddress, EDIT_PATH, TASK_PATH, withId } from './links.ts'
import { aroundPart, outlineHtml, type ShownBlocks } from './outline.ts'
import { cutText, MOST_ALONE, ROOM_OF_EMBED, ROOM_OF_PAGE, shownLengths } from './shown-length.ts'
import { ticks } from './tick.ts'

export interface ShowOptions {
  /** The id of the block of the page, which is shown whole. */
  readonly alone?: string
  /** Whether the blocks are embedded in others, and so embed nothing themselves. */
  readonly isEmbedded?: boolean
}

/**
 * The outline of a part of a page, below the parents of its first block.
 * @param offset the place of the first block on its page
 * @returns HTML
 */
export async function showOutline(
  deps: ReadDeps,
  visit: Visit,
  blocks: readonly OutlinedBlock[],
  offset: number,
  options?: ShowOptions,
): Promise<string> {
  const around = await aroundPart(deps.reader, visit, blocks, offset)
  return outlineHtml(blocks, await showBlocks(deps, visit, [...around.parents, ...blocks], options), around)
}

export async function showBlocks(
  deps: ReadDeps,
  visit: Visit,
  blocks: readonly StoredBlock[],
  { alone, isEmbedded = false }: ShowOptions = {},
): Promise<ShownBlocks> {
  if (blocks.length === 0) return new Map()
  const { origin } = new URL(deps.baseUrl())
  const lengths = shownLengths(blocks, isEmbedded ? ROOM_OF_EMBED : ROOM_OF_PAGE, alone)
  const written = await writtenTexts(deps.reader, visit, blocks)
  const read = blocks.map((block, i) => {
    const { id, content } = block
    const text = written.get(id) ?? content
    return {
      id,
      most: lengths[i]!,
      isCut: text.length > lengths[i]!,
      block: readBlock(cutText(text, lengths[i]!), origin),
    }
  })
  const showEmbedded: ShowEmbedded = async (embedded) =>
    showBlocks(deps, visit, embedded, { isEmbedded: true })
  const needs = needsOf(read.map(({ block }) => block))
  const sources = await blockSources(deps, visit, needs, {
    written,
    showEmbedded: isEmbedded ? undefined : showEmbedded,
  })
  const nameOf = blockNames()
  const tasks = read.filter(({ block }) => block.block.marker !== undefined).map(({ id }) => id)
  const buttons = await ticks(deps, visit, tasks, nameOf)
  const mayEdit = !isEmbedded && visit.plan === 'active'
  const renderer = createRenderer({ ...sources, origin })
  return new Map(
    read.map(({ id, most, isCut, block }) => [
      id,
      `<div class="block" dir="auto" data-block="${escapeHtml(id)}">${buttons.get(id) ?? ''}${renderer.block(block)}${mayEdit ? editLinks(id, block.block, nameOf) : ''}</div>${isCut ? rest(id, most) : ''}`,
    ]),
  )
}

const mayShowFile = ({ content }: StoredBlock): boolean => /\[(?:picture|file): /.test(content)

/**
 * The texts of blocks as written, where they address files. Answers of the store have the names of files instead.
 * @returns by id; blocks without files are left out
 */
async function writtenTexts(
  reader: NotesReader,
  { caller }: Visit,
  blocks: readonly StoredBlock[],
): Promise<ReadonlyMap<string, string>> {
  const ids = blocks.filter(mayShowFile).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const records = await reader.graph(caller).records.findMany(ids)
  return new Map(
    records.flatMap(({ record }) => (record.kind === 'block' ? [[record.id, record.words.text]] : [])),
  )
}

function editLinks(id: string, block: BlockText, nameOf: (block: BlockText) => string): string {
  const name = nameOf(block)
  const link = (path: string, label: string, kind: string): string =>
    `<a class="edit ${kind}" href="${escapeHtml(withId(path, id))}" title="${label}" aria-label="${label}: ${escapeHtml(name)}" data-edit></a>`
  const task = block.marker === undefined ? '' : link(TASK_PATH, 'Dates', 'when')
  return `${task}${link(EDIT_PATH, 'Edit', 'text')}`
}

const rest = (id: string, most: number): string =>
  `<p class="small">${most === MOST_ALONE ? 'An export includes the rest.' : `<a href="${blockAddress(id)}">Show the whole block</a>`}</p>`
