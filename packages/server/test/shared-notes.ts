/** A page to share, `Boat`, and pages around it that stay private: one that it refers to, and one that this one quotes. */
import { makeBlock, makePage, type NewPage } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { NOON } from './notes.ts'

/** Ids of blocks on `Secret plan` and `Third page`; texts refer to blocks by them. */
export const SECRET_BLOCK = '11111111-1111-4111-8111-111111111111'
export const THIRD_BLOCK = '33333333-3333-4333-8333-333333333333'
/** Words of these pages, which no reader may see unless the page is quoted. */
export const SECRET_WORDS = 'alphasecret'
export const NESTED_WORDS = 'nestedsecret'
export const THIRD_WORDS = 'thirdsecret'

export interface SharedNotes {
  /** Adds the page `Boat` with these blocks, at the top level. @returns their ids */
  addBoat(contents: readonly string[], props?: NonNullable<NewPage['props']>): Promise<void>
}

/** Adds the private pages to a graph. `Secret plan` has the alias `Hush`, by which its name would be seen. */
export async function sharedNotes(graph: GraphStore): Promise<SharedNotes> {
  const now = NOON
  const page = (id: string, name: string, props: NonNullable<NewPage['props']> = []) =>
    makePage({ id, name, props, now })
  const block = (id: string, pageId: string, content: string, order = 1, parentId: string | null = null) =>
    makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId, order, now })
  const commit = async (...records: (ReturnType<typeof page> | ReturnType<typeof block>)[]) => {
    const done = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    if (!done.ok) throw new Error(done.why)
  }
  await commit(
    page('third', 'Third page'),
    block(THIRD_BLOCK, 'third', THIRD_WORDS),
    page('secret', 'Secret plan', [['alias', 'Hush']]),
    block(SECRET_BLOCK, 'secret', `${SECRET_WORDS} of ((${THIRD_BLOCK})) and {{embed [[Third page]]}}`),
    block('secret-child', 'secret', `${NESTED_WORDS} {{embed ((${THIRD_BLOCK}))}}`, 1, SECRET_BLOCK),
  )
  return {
    addBoat: async (contents, props) =>
      commit(
        page('boat', 'Boat', props),
        ...contents.map((content, n) => block(blockId(n), 'boat', content, n)),
      ),
  }
}

/** The id of the block at this place of `Boat`. */
export const blockId = (n: number): string => `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`
