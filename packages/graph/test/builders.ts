/** Builders of records and environments for tests, from the few values that a case is about. */
import type { FileName } from '@notegraph/block-text'
import {
  blockLine,
  makeBlock,
  makePage,
  type BlockRecord,
  type NewPage,
  type PageRecord,
  type ReadEnv,
} from '../src/index.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)

export function block(
  content: string,
  rest: { id?: string; parentId?: string; order?: number } = {},
): BlockRecord {
  return makeBlock({
    id: rest.id ?? 'b1',
    content,
    rev: 'r1',
    pageId: 'p1',
    parentId: rest.parentId ?? null,
    order: rest.order ?? 1,
    createdAt: NOW - 1000,
    now: NOW,
  })
}

export function page(
  props: { readonly [key: string]: string } = {},
  rest: Partial<NewPage> = {},
): PageRecord {
  return makePage({
    id: 'p1',
    name: 'Rye bread',
    props: Object.entries(props),
    createdAt: NOW - 1000,
    now: NOW,
    ...rest,
  })
}

export const ORIGIN = 'https://notes.example'
export const PICTURE = 'k3Jx9QpW0aZ_picture'
export const PAPER = 'k3Jx9QpW0aZ_paper'
const FILES: ReadonlyMap<string, FileName> = new Map([
  [PICTURE, { name: 'loaf.png', type: 'image/png' }],
  [PAPER, { name: 'recipe.pdf', type: 'application/pdf' }],
])

/** An account with two files and the blocks given. */
export function envOf(...blocks: readonly BlockRecord[]): ReadEnv {
  const env: ReadEnv = {
    origin: ORIGIN,
    file: (id) => FILES.get(id),
    line: (id) => {
      const found = blocks.find((one) => one.id === id)
      return found && blockLine(found, env)
    },
  }
  return env
}
