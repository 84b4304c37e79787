/** One block with its parents and its nested blocks. */
import { LIMITS } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import { raw } from 'hono/html'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes } from '../../page.ts'
import { FORGET_PATH, GRAPH, pageLink } from '../../components/links.ts'
import { notFound } from '../../components/not-found.ts'
import { siblings } from '../../components/siblings.ts'
import { showOutline } from '../../components/shown-blocks.ts'
import { LIMIT } from './page.ts'

const PATH = `${GRAPH}/block`

export function blockRoutes(on: Routes, deps: WebDeps): void {
  on.get(PATH, async (visit) => {
    const id = visit.query.get('id') ?? ''
    const block = await deps.reader.readBlock(visit.caller, id)
    const graph = deps.reader.graph(visit.caller)
    const under = block.ok ? await graph.blocks.subtree(id, LIMIT, LIMITS.answerBytes) : undefined
    if (!block.ok || !under)
      return notFound('Block not found', { code: 'not_found', what: 'block', name: id })
    const rest = under.total - under.blocks.length
    const outlined = await showOutline(deps, visit, under.blocks, under.offset, { alone: id })
    return {
      title: 'Block',
      body: html`<p class="muted">on ${pageLink(block.value.pageName, block.value.pageId)}</p>
        ${raw(outlined)}
        ${rest > 0 && html`<p class="muted">${counted(rest, 'more nested block')} on the page.</p>`}
        ${await siblings(graph, under)}
        <p class="muted small">
          <a href="${FORGET_PATH}?block=${encodeURIComponent(id)}">Forget earlier states</a>
        </p>`,
    }
  })
}
