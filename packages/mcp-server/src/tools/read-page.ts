import { LIMITS, ReadPageArguments } from '@notegraph/contract'
import { counted, lastChangeOf, ok, type FoundPage, type PageBlocks, type Sections } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { ancestorsOf, pageJson } from '@notegraph/graph'
import { addAbove, addBlocks } from '../markdown/blocks.ts'
import { byWords, momentWords } from '../markdown/day.ts'
import { addPageHead, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { versionWords } from '../markdown/version.ts'
import { callWords, LONGEST_CALL } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_WHOLE, type Part } from './window.ts'

/** The most levels of parents shown above a part of a page. */
export const LEVELS = 32

/** A further page begins only with this room, which its head and a long block need. */
const LEAST_ROOM = 10_000

export const readPage: ToolHandler = toolHandler(
  'read_page',
  ReadPageArguments,
  async ({ reader }, caller, { name, more = [], depth, section, limit, offset }) => {
    const asked = {
      limit,
      offset,
      ...(depth !== undefined && { depth }),
      ...(section !== undefined && { section }),
    }
    const graph = reader.graph(caller)
    const sheet = new BoundedText()
    const names = [name, ...more]
    const lastLines: string[] = []
    for (const [i, one] of names.entries()) {
      if (i > 0 && sheet.room < LEAST_ROOM) {
        const [next, ...rest] = names.slice(i)
        const window = {
          ...(limit !== LIMITS.mcpBlocks && { limit }),
          ...(offset !== 0 && { offset }),
        }
        const args = { name: next, ...(rest.length > 0 && { more: rest }), depth, section, ...window }
        const call = callWords('read_page', args)
        const isShort = call.length <= LONGEST_CALL
        lastLines.push(`More pages: ${isShort ? call : `read_page with the last ${names.length - i} names`}`)
        break
      }
      const found = await reader.readPage(caller, one, { ...asked, bytes: READ_WHOLE })
      if (!found.ok) return found
      if (i > 0) sheet.add('')
      const page = toPage(found.value.page)
      const version = versionWords(pageJson(found.value.page))
      const alone = i === 0 ? undefined : callWords('read_page', { name: page.name })
      if (offset === 0 && section === undefined) {
        const last = await lastChangeOf(graph, page.id)
        const edited = `${momentWords(last?.at ?? page.updatedAt, caller.zone)}${byWords(last)}`
        addPageHead(sheet, page, caller.zone, version, alone, edited)
      } else sheet.add(`# ${linkTo(page.name)}\nThe page has ${version}.`)
      const part: Part = {
        tool: 'read_page',
        args: { name: page.name, depth, section },
        offset,
        limit,
        usualLimit: LIMITS.mcpBlocks,
      }
      const last = await addPage(sheet, graph, found.value, part)
      if (last === '') continue
      if (names.length === 1 || !sheet.add(`\n${last}`)) lastLines.push(last)
    }
    return ok(sheet.end(lastLines.join('\n')))
  },
)

/** @returns the last line */
async function addPage(sheet: BoundedText, graph: GraphStore, found: FoundPage, part: Part): Promise<string> {
  const { section, sections, total, page } = found
  if (sections && sections.total > 1) return addSections(sheet, graph, page.name, sections, part)
  if (!section || total > 0) return addOutline(sheet, graph, found, part, page.name)
  const [parent_id] = await graph.blocks.shortIds([section.id], LIMITS.shortId)
  sheet.add('')
  addBlocks(sheet, [{ ...section, depth: 0 }], [parent_id!])
  return `No blocks under it. To add one: ${callWords('add_block', { page: page.name, text: '…', parent_id })}`
}

/** The most blocks shown of each section that fits. */
const MOST_OF_SECTION = 10

/**
 * Adds the beginning of each section that fits equally well.
 * @returns the question which one is meant
 * @see assistants 12.5
 */
async function addSections(
  sheet: BoundedText,
  graph: GraphStore,
  name: string,
  { places, total }: Sections,
  { args }: Part,
): Promise<string> {
  const above = await graph.blocks.ancestors(
    places.map(({ id }) => id),
    LEVELS,
  )
  sheet.add(
    `${counted(total, 'place')} on the page fit this section${total > places.length ? `; the first ${places.length}` : ''}:`,
  )
  let example = ''
  for (const place of places) {
    const window = { limit: MOST_OF_SECTION, offset: 0, bytes: READ_WHOLE }
    const part = await graph.blocks.listByPage(place.pageId, window, { under: place.id, levels: 2 })
    const parents = ancestorsOf(place, above)
    const shown = [place, ...part.blocks]
    const short = await graph.blocks.shortIds(
      [...parents, ...shown].map(({ id }) => id),
      LIMITS.shortId,
    )
    if (!sheet.add('')) break
    addAbove(sheet, parents, short)
    const count = addBlocks(sheet, shown, short.slice(parents.length))
    const more = part.total + 1 - count
    if (more > 0) sheet.add(`(${counted(more, 'more block')} here)`)
    example ||= short[parents.length]!
  }
  const call = callWords('read_page', { ...args, name, section: `^${example}` })
  return `Which one is meant? Choose it by its id: ${call}`
}

/**
 * Adds the blocks of a page or day under its head.
 * @returns the last line
 */
export async function addOutline(
  sheet: BoundedText,
  graph: GraphStore,
  { blocks, total, section }: PageBlocks & Pick<FoundPage, 'section'>,
  part: Part,
  page: string,
): Promise<string> {
  const [first] = blocks
  if (total === 0) return `To add a block: ${callWords('add_block', { page, text: '…' })}`
  if (!first) return partWords('Blocks', part, 0, total)
  const above = first.depth === 0 ? [] : ancestorsOf(first, await graph.blocks.ancestors([first.id], LEVELS))
  // A heading may be beside the blocks of its section.
  if (section && above.every(({ id }) => id !== section.id)) above.push({ ...section, depth: first.depth })
  const ids = [...above, ...blocks].map(({ id }) => id)
  const shortIds = await graph.blocks.shortIds(ids, LIMITS.shortId)
  sheet.add('')
  addAbove(sheet, above, shortIds)
  const count = addBlocks(sheet, blocks, shortIds.slice(above.length))
  return partWords('Blocks', part, count, total)
}
