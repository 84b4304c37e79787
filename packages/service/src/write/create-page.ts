/** Creates a page with its type, properties and blocks. @see decisions 3.9 */
import { entriesInOrder, type CreatePage } from '@notegraph/contract'
import { makeBlock, makePage, type BlockRecord } from '@notegraph/graph'
import { ok, refuse, type Result } from '../refusal.ts'
import type { Edit, WriteContext } from './edit.ts'
import { outlineBlocks, type OutlinePlace } from './outline.ts'
import { isBlank, readProperties, type PropertyValue } from './property-values.ts'
import { named } from './summary.ts'
import { fitting, readText } from './text.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

export interface CreatePageEdit {
  readonly pageId: string
  /** Top to bottom. */
  readonly blockIds: readonly string[]
  readonly edit: Edit
}

/**
 * @param name a checked name that no page has
 * @returns 400 for an invalid type, property or text
 */
export function createPage(name: string, body: CreatePage, context: WriteContext): Result<CreatePageEdit> {
  const props = propertiesOf(body, context)
  if (!props.ok) return props
  const id = context.newId()
  const blocks =
    body.outline === undefined
      ? blocksOf(id, body.blocks ?? [], context)
      : outlineBlocks('outline', body.outline, newPlace(id), context)
  if (!blocks.ok) return blocks
  const page = makePage({
    id,
    name,
    props: props.value.map(({ key, value }) => [key, value ?? ''] as const),
    now: context.now,
  })
  const edit: Edit = {
    puts: [page, ...blocks.value].map((record) => ({ record, from: 0 })),
    touched: [
      { kind: 'page', id, before: null, after: page },
      ...blocks.value.map((after) => ({ kind: 'block', id: after.id, before: null, after }) as const),
    ],
    summary: `Made the page ${named(name)}${withBlocks(blocks.value.length)}`,
    page: name,
    pageId: id,
  }
  return ok({ pageId: id, blockIds: blocks.value.map((block) => block.id), edit })
}

const newPlace = (pageId: string): OutlinePlace => ({
  pageId,
  parentId: null,
  depth: 0,
  ordersOf: (count) => Array.from({ length: count }, (_, i) => i + 1),
})

const withBlocks = (count: number): string =>
  count === 0 ? '' : ` with ${count === 1 ? 'a block' : `${count} blocks`}`

function propertiesOf({ type, properties = {} }: CreatePage, context: WriteContext): Result<PropertyValue[]> {
  const entries = entriesInOrder(properties)
  if (type !== undefined) entries.unshift(['type', type])
  const blank = entries.find(([, value]) => isBlank(value))?.[0]
  if (blank !== undefined) return refuse(BAD_REQUESTS.blankProperty(blank))
  return readProperties(entries, undefined, context)
}

function blocksOf(pageId: string, texts: readonly string[], context: WriteContext): Result<BlockRecord[]> {
  const blocks: BlockRecord[] = []
  for (const [i, text] of texts.entries()) {
    const id = context.newId()
    const sent = readText(`blocks[${i}]`, text, id, context)
    const content = sent.ok ? fitting(`blocks[${i}]`, sent.value) : sent
    if (!content.ok) return content
    const place = { pageId, parentId: null, order: i + 1 }
    blocks.push(makeBlock({ id, content: content.value, rev: context.newId(), ...place, now: context.now }))
  }
  return ok(blocks)
}
