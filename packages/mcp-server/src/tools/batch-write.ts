import {
  BatchWriteArguments,
  LIMITS,
  type BatchWriteAnswer,
  type Block,
  type Page,
} from '@notegraph/contract'
import { batchWrites, counted, ok } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { cut } from '../markdown/block.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { linkTo } from '../markdown/page.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { undoWords } from './write-result.ts'

export const batchWrite: ToolHandler = toolHandler(
  'batch_write',
  BatchWriteArguments,
  async ({ reader, writes }, caller, { operations }) => {
    const written = await writes.batchWrite(caller, { operations }, { shortIds: true })
    if (!written.ok) return written
    const { results } = written.value.value()
    const short = await shortIds(reader.graph(caller), results)
    const sheet = new BoundedText()
    sheet.add(`Done: ${counted(results.length, 'write')}.`)
    for (const [index, result] of results.entries())
      if (!sheet.add(`${index + 1}. ${operations[index]!.op}: ${resultWords(result, short)}`)) break
    return ok(sheet.end(undoWords(written.value)))
  },
  batchWrites,
)

type Results = BatchWriteAnswer['results']

interface Shown {
  readonly ids?: { readonly blockId?: string; readonly blockIds?: readonly string[] }
  readonly block?: Block
  readonly page?: Page
  readonly total?: number
}

/** Blocks whose ids an answer shows, for each write. */
const MOST_IDS = 20

const madeIn = ({ ids: { blockId, blockIds = [] } = {} }: Shown): readonly string[] =>
  blockId === undefined ? blockIds.slice(0, MOST_IDS) : [blockId]

async function shortIds(
  graph: Pick<GraphStore, 'blocks'>,
  results: Results,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(results.flatMap((result) => madeIn(result as Shown)))]
  const short = await graph.blocks.shortIds(ids, LIMITS.shortId)
  return new Map(ids.map((id, i) => [id, short[i]!]))
}

function resultWords(result: Results[number], short: ReadonlyMap<string, string>): string {
  if (!result.changed) return 'nothing changed.'
  const { block, page, total, ...rest } = result as Results[number] & Shown
  const what = block ? firstWords(block.text) : page ? linkTo(page.name) : 'done'
  const many = total === undefined ? '' : `, ${counted(total, 'block')}`
  const ids = madeIn(rest).map((id) => ` ^${short.get(id)!}`)
  return what + many + ids.join('')
}

/** Enough to tell blocks apart. */
const LINE = 120

const firstWords = (text: string): string => quoted(cut(visibleLine(text.split('\n', 1)[0]!), LINE))
