/** A change for people: the texts before and after, with file names instead of addresses. @see decisions 8.1 */
import type { Touched as Side } from '@notegraph/contract'
import { isOwnersKey, keysInOrder, nameOf, propText, type Json, type PageRecord } from '@notegraph/graph'
import type { GraphStore, ChangeRecord, ChangeSummary, ItemChange } from '@notegraph/store'
import { fileNamer } from '../files/file-namer.ts'
import { wasThere } from './revert.ts'

/** A change with its items before and after. */
export interface ChangeView extends ChangeSummary {
  readonly sides: readonly Side[]
}

/** A window of changes; `total` counts all that match. */
export interface ChangeViewList {
  readonly changes: readonly ChangeView[]
  readonly total: number
}

/** @param origin the service's own origin, which may be part of the address of a file */
export async function changeView(
  graph: Pick<GraphStore, 'files'>,
  { touched, ...change }: ChangeRecord,
  origin: string | undefined,
): Promise<ChangeView> {
  const sides = touched.flatMap(sideOf)
  const texts = sides.flatMap(({ before = '', after = '' }) => [before, after])
  const named = await fileNamer(graph, texts, origin)
  return { ...change, sides: sides.map((side) => namedSide(side, named)) }
}

const namedSide = ({ before, after, ...side }: Side, named: (text: string) => string): Side => ({
  ...side,
  ...(before !== undefined && { before: named(before) }),
  ...(after !== undefined && { after: named(after) }),
})

/** @returns none for a whole graph, which has too many items to show */
function sideOf(one: ItemChange): Side | [] {
  switch (one.kind) {
    case 'graph':
      return []
    case 'block':
    case 'shape':
      return {
        kind: 'block',
        id: one.id,
        ...(wasThere(one.before) && { before: one.before.words.text }),
        ...(wasThere(one.after) && { after: one.after.words.text }),
      }
    case 'page':
      return {
        kind: one.kind,
        id: one.id,
        ...(wasThere(one.before) && { before: pageText(one.before) }),
        ...(wasThere(one.after) && { after: pageText(one.after) }),
      }
    case 'property':
      return {
        kind: one.kind,
        id: one.id,
        key: one.key,
        ...valueOf('before', one.before),
        ...valueOf('after', one.after),
      }
  }
}

const valueOf = (side: 'before' | 'after', value: Json): Partial<Side> =>
  value === null ? {} : { [side]: propText(value) }

const pageText = (page: PageRecord): string =>
  [
    nameOf(page),
    ...keysInOrder(page.props)
      .filter((key) => isOwnersKey(key) && page.props[key]!.v !== null)
      .map((key) => `${key}:: ${propText(page.props[key]!.v)}`),
  ].join('\n')
