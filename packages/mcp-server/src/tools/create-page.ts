import { CreatePageArguments, LIMITS } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { addPageHead, linkTo } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { writtenVersion } from '../markdown/version.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { addOutline } from './read-page.ts'
import { lastLines, undoWords } from './write-result.ts'
import { READ_WHOLE } from './window.ts'

/** The most blocks shown of an existing page. */
const MOST_OF_OLD = 20

export const createPage: ToolHandler = toolHandler(
  'create_page',
  CreatePageArguments,
  async ({ reader, writes }, caller, args) => {
    const { name, type, properties, blocks, outline: text, if_unchanged } = args
    const written = await writes.createPage(caller, {
      name,
      ...(type !== undefined && { type }),
      ...(properties !== undefined && { properties }),
      ...(blocks !== undefined && { blocks }),
      ...(text !== undefined && { outline: text }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { page, existed } = written.value.value()
    const sheet = new BoundedText()
    const link = linkTo(page.name)
    sheet.add(existed ? `${link} already exists; nothing was created.\n` : `Created ${link}.\n`)
    addPageHead(sheet, page, caller.zone, writtenVersion(written.value))
    const limit = existed ? MOST_OF_OLD : LIMITS.mcpBlocks
    const graph = reader.graph(caller)
    const outline = await graph.blocks.listByPage(page.id, { limit, offset: 0, bytes: READ_WHOLE })
    const part = {
      tool: 'read_page',
      args: { name: page.name },
      offset: 0,
      limit: LIMITS.mcpBlocks,
      usualLimit: LIMITS.mcpBlocks,
    } as const
    const rest = await addOutline(sheet, graph, outline, part, page.name)
    return ok(sheet.end(lastLines(rest, undoWords(written.value))))
  },
)
