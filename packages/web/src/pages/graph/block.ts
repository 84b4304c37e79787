/** One block with its parents and its nested blocks. */
import { LIMITS } from '@notegraph/contract'
import { ancestorsOf } from '@notegraph/graph'
import { toErrorBody } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes } from '../../page.ts'
import { GRAPH, pageLink } from '../../components/links.ts'
import { message } from '../../components/message.ts'
import { linesOf, outline } from '../../components/outline.ts'
import { counted } from '../../components/paging.ts'
import { LIMIT } from './page.ts'

const PATH = `${GRAPH}/block`
/** The most levels of parents. */
const LEVELS = 12

export function blockRoutes(on: Routes, deps: WebDeps): void {
  on.get(PATH, async (visit) => {
    const id = visit.query.get('id') ?? ''
    const block = await deps.reader.readBlock(visit.caller, id)
    const graph = deps.reader.graph(visit.caller)
    const under = block.ok ? await graph.blocks.subtree(id, LIMIT, LIMITS.answerBytes) : undefined
    if (!block.ok || !under) {
      const { error, hint } = toErrorBody({ code: 'not_found', what: 'block', name: id })
      return { ...message('Block not found', error, hint), status: 404 }
    }
    const blocks = [
      ...ancestorsOf(under.blocks[0]!, await graph.blocks.ancestors([id], LEVELS)),
      ...under.blocks,
    ]
    const rest = under.total - under.blocks.length
    const lines = await linesOf(deps.reader, visit, blocks)
    return {
      title: 'Block',
      body: html`<p class="muted">on ${pageLink(block.value.pageName, block.value.pageId)}</p>
        ${outline(blocks, lines, id)}
        ${rest > 0 && html`<p class="muted">${counted(rest, 'more nested block')} on the page.</p>`}`,
    }
  })
}
