import { parseBlock, readIsoDay } from '@notegraph/block-text'
import {
  BatchWriteArguments,
  LIMITS,
  type AddBlockAnswer,
  type BatchWrite,
  type BatchWriteAnswer,
  type Block,
  type DeletePageAnswer,
  type Page,
  type RenamePageAnswer,
  type SetPropertyAnswer,
} from '@notegraph/contract'
import { batchWrites, counted, ok } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { cut } from '../markdown/block.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { dateWords, dayWords } from '../markdown/day.ts'
import { linkTo } from '../markdown/page.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { listHint } from './add-block.ts'
import { listWords } from './changed-keys.ts'
import { referringWords } from './delete-blocks.ts'
import { deletedWords } from './delete-page.ts'
import { renamedWords } from './rename-page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { insteadWords } from './update-block.ts'
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
    for (const [index, result] of results.entries()) {
      const sent = operations[index]!
      if (!sheet.add(`${index + 1}. ${sent.op}: ${await resultWords(sent, result, short)}`)) break
    }
    return ok(sheet.end(undoWords(written.value)))
  },
  batchWrites,
)

type Operation = BatchWrite['operations'][number]
type Results = BatchWriteAnswer['results']

/** The members of the answers that are shown. */
interface Shown {
  readonly ids?: { readonly blockId?: string; readonly blockIds?: readonly string[] }
  readonly block?: Block
  readonly page?: Page
  readonly total?: number
  readonly existed?: boolean
  readonly day?: AddBlockAnswer['day']
  readonly repeats?: number
  readonly shortened?: readonly string[]
  readonly matched?: string
  readonly lists?: SetPropertyAnswer['lists']
  readonly referringTotal?: number
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

async function resultWords(
  sent: Operation,
  result: Results[number],
  short: ReadonlyMap<string, string>,
): Promise<string> {
  if (result.changed && sent.op === 'rename_page') return renamedWords(result as unknown as RenamePageAnswer)
  if (result.changed && sent.op === 'delete_page') return deletedWords(result as unknown as DeletePageAnswer)
  const { block, page, total, ...rest } = result as Results[number] & Shown
  const what = block ? firstWords(block.text) : page ? linkTo(page.name) : 'done'
  const many = total === undefined ? '' : `, ${counted(total, 'block')}`
  const ids = madeIn(rest).map((id) => ` ^${short.get(id)!}`)
  const notes = await noteWords(sent, result)
  const done = result.changed ? what + many + ids.join('') : 'nothing changed'
  return notes === '' && result.changed ? done : `${done}.${notes}`
}

/** The rest of the answer of the write alone, as sentences. */
async function noteWords({ op, text }: Operation, result: Results[number] & Shown): Promise<string> {
  const { block, day, matched, lists, existed, page, total = 0, referringTotal } = result
  const date = day && readIsoDay(day.date)
  return [
    date === undefined ? '' : ` On ${dayWords(date)}.`,
    op === 'add_block' && typeof text === 'string' ? await listHint(text) : '',
    existed === true && page ? ` ${linkTo(page.name)} already exists.` : '',
    op === 'set_task' && block ? taskWords(block, result) : '',
    insteadWords(matched),
    listWords(lists),
    referringTotal === undefined ? '' : ` ${referringWords(referringTotal, total)}`,
  ].join('')
}

/** ` Scheduled 2026-11-20 Fri .+1w. It repeats on 2026-11-27 Fri.` @see assistants 3.3, 11.2 */
function taskWords({ content, marker }: Block, { repeats, shortened = [] }: Shown): string {
  const { scheduled, deadline } = parseBlock(content).layout
  return [
    scheduled ? ` Scheduled ${dateWords(scheduled)}.` : '',
    deadline ? ` Deadline ${dateWords(deadline)}.` : '',
    shortened.length === 0 ? '' : ` The ${shortened.join(' and the ')} day is the last of its month.`,
    marker === 'DONE' && repeats !== undefined ? ` It repeats on ${dayWords(repeats)}.` : '',
  ].join('')
}

/** Enough to tell blocks apart. */
const LINE = 120

const firstWords = (text: string): string => quoted(cut(visibleLine(text.split('\n', 1)[0]!), LINE))
