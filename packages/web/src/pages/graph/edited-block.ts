/** A block as the forms that edit it need it. */
import { fileIds } from '@notegraph/block-text'
import { blockJson } from '@notegraph/graph'
import { versionOf } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import type { Visit } from '../../page.ts'
import { fieldOf } from '../../components/form.ts'
import { blockAddress } from '../../components/links.ts'
import { sentFrom } from '../../writing/sent-from.ts'

export interface EditedBlock {
  /** The text as written. */
  readonly text: string
  readonly version: string
  readonly pageName: string
  readonly pageId: string
  /** Whether it has a file, and so keeps its text. */
  readonly hasFile: boolean
}

/** @returns undefined if there is no such block */
export async function editedBlock(
  deps: WebDeps,
  { caller }: Visit,
  id: string,
): Promise<EditedBlock | undefined> {
  const graph = deps.reader.graph(caller)
  const found = await graph.blocks.find(id)
  const held = found && (await graph.records.find(id))
  if (held?.record.kind !== 'block') return undefined
  const { text } = held.record.words
  const { pageName, pageId } = found!
  return {
    text,
    version: versionOf(blockJson(found!, pageName)),
    pageName,
    pageId,
    hasFile: fileIds(text, new URL(deps.baseUrl()).origin).length > 0,
  }
}

/** The page to which a form about a block returns. */
export const backOf = (deps: WebDeps, visit: Visit, id: string, form?: FormData): string =>
  sentFrom(visit, deps.baseUrl(), {
    fallback: blockAddress(id),
    ...(form && { field: fieldOf(form, 'back') }),
  })
