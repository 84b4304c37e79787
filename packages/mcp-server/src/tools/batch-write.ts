import {
  BatchWriteArguments,
  BLOCK_ARGUMENTS,
  LIMITS,
  MADE_EARLIER,
  readJson,
  type BatchWrite,
  type BatchWriteAnswer,
  type Block,
  type Page,
} from '@notegraph/contract'
import { batchWrites, counted, ok, refuse, type Result } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { BoundedText } from '../markdown/bounded-text.ts'
import { linkTo } from '../markdown/page.ts'
import { idsOf } from './find-blocks.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { undoWords } from './write-result.ts'

type Operations = BatchWrite['operations']

export const batchWrite: ToolHandler = toolHandler(
  'batch_write',
  BatchWriteArguments,
  async ({ reader, writes }, caller, { operations: asked }) => {
    const graph = reader.graph(caller)
    const operations = await withWholeIds(graph, asked)
    if (!operations.ok) return operations
    const written = await writes.batchWrite(caller, { operations: operations.value })
    if (!written.ok) return written
    const { results } = written.value.value()
    const short = await shortIds(graph, results)
    const sheet = new BoundedText()
    sheet.add(`Done: ${counted(results.length, 'write')}.`)
    for (const [index, result] of results.entries())
      if (!sheet.add(`${index + 1}. ${asked[index]!.op}: ${resultWords(result, short)}`)) break
    return ok(sheet.end(undoWords(written.value)))
  },
  batchWrites,
)

/** Replaces the short ids of blocks. A block that an earlier write makes has none yet. */
async function withWholeIds(
  graph: Pick<GraphStore, 'blocks'>,
  asked: Operations,
): Promise<Result<Operations>> {
  const operations: Operations[number][] = []
  for (const [index, one] of asked.entries()) {
    const whole: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(one)) {
      const isList = name === 'block_ids'
      const sent = isList ? listOf(value) : value
      if (!isList && !BLOCK_ARGUMENTS.includes(name)) continue
      const ids = (Array.isArray(sent) ? (sent as unknown[]) : [sent]).filter((id) => typeof id === 'string')
      const read: string[] = []
      for (const id of ids) {
        const found = MADE_EARLIER.test(id) ? ok([id]) : await idsOf(graph, [id])
        if (!found.ok) return refuse({ ...found.refusal, operation: { number: index + 1, op: one.op } })
        read.push(...found.value)
      }
      if (read.length > 0) whole[name] = isList ? read : read[0]
    }
    operations.push({ ...one, ...whole })
  }
  return ok(operations)
}

/** Some clients send a list as its JSON text. */
function listOf(value: unknown): unknown {
  const read = typeof value === 'string' ? readJson(value) : undefined
  return read?.ok === true ? read.value : value
}

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
  const what = block ? firstLine(block.text) : page ? linkTo(page.name) : 'done'
  const many = total === undefined ? '' : `, ${counted(total, 'block')}`
  const ids = madeIn(rest).map((id) => ` ^${short.get(id)!}`)
  return what + many + ids.join('')
}

/** Enough to tell blocks apart. */
const LINE = 120

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > LINE ? `${line.slice(0, LINE - 1).toWellFormed()}…` : line
}
