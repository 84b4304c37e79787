import { isoDay } from '@notegraph/block-text'
import { LIMITS, ReadDayArguments } from '@notegraph/contract'
import { pageJson } from '@notegraph/graph'
import { ok } from '@notegraph/service'
import { awayWords, dayWords } from '../markdown/day.ts'
import { addPageLines, linkTo, sizeWords, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { versionWords } from '../markdown/version.ts'
import { callWords } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { addOutline } from './read-page.ts'
import { READ_WHOLE } from './window.ts'

export const readDay: ToolHandler = toolHandler(
  'read_day',
  ReadDayArguments,
  async ({ reader }, caller, { date, limit, offset }) => {
    const found = await reader.readDay(caller, date, { limit, offset, bytes: READ_WHOLE })
    if (!found.ok) return found
    const { day, page: stored } = found.value
    const iso = isoDay(day)
    const sheet = new BoundedText()
    sheet.add(`# ${dayWords(day)}, ${awayWords(day, reader.today(caller))}`)
    if (!stored) {
      sheet.add('No notes on this day yet.')
      return ok(sheet.end(`To add a block: ${callWords('add_block', { page: iso, text: '…' })}`))
    }
    const page = toPage(stored)
    const version = versionWords(pageJson(stored))
    if (offset === 0) {
      const name = page.name === iso ? '' : `${linkTo(page.name)}, `
      addPageLines(sheet, page, `${name}${sizeWords(page.counts)}, ${version}`)
    } else sheet.add(`The page has ${version}.`)
    const part = {
      tool: 'read_day',
      args: { date: iso },
      offset,
      limit,
      usualLimit: LIMITS.mcpBlocks,
    } as const
    return ok(sheet.end(await addOutline(sheet, reader.graph(caller), found.value, part, iso)))
  },
)
