/**
 * `if_unchanged`: a write succeeds only if its subject still has the version that a read showed. Otherwise the refusal
 * has the current state, so that the caller can decide again without another read.
 * @see assistants 8.2
 */
import { parseInOrder, type Block, type Page } from '@notegraph/contract'
import type { GraphStore } from '@notegraph/store'
import { versionOf } from '../answer.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { textOf, type WriteSubject } from './if-match.ts'

/** @returns 409 with the current state if the version is an older one */
export async function checkUnchanged(
  graph: Pick<GraphStore, 'blocks'>,
  version: string | undefined,
  { what, json }: WriteSubject,
): Promise<Result<void>> {
  if (version === undefined) return ok(undefined)
  if (json === undefined) return refuse({ code: 'conflict', why: 'outdated', what })
  const current = versionOf(json)
  if (version === current) return ok(undefined)
  const subject = parseInOrder(json) as Block | Page
  const { id } = subject
  const page = 'page' in subject ? subject.page : subject.name
  const blocks = what === 'page' ? await firstBlocks(graph, id) : []
  const text = [textOf(what, json), ...blocks].join('\n')
  return refuse({ code: 'conflict', why: 'outdated', what, current: { id, version: current, page, text } })
}

/** Enough for a message, which has fewer characters. */
const FIRST = { limit: 50, offset: 0, bytes: 20_000 }

/** The first blocks of a page as nested bullets. */
async function firstBlocks(graph: Pick<GraphStore, 'blocks'>, pageId: string): Promise<string[]> {
  const { blocks } = await graph.blocks.listByPage(pageId, FIRST)
  return blocks.map(({ depth, content }) => `${'\t'.repeat(depth)}- ${content}`)
}
