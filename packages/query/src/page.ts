/** `page-type`, `page-tags`, `page` and `namespace`: blocks by their page. */
import { fold } from '@notegraph/block-text'
import { either, findType, PAGE_TYPE_IDS, quote, type PageTypes } from '@notegraph/page-types'
import { readName } from './name.ts'
import { readAll, type Call, type Operator } from './operator.ts'
import type { PageQuery, ResolvedTypeName } from './tree.ts'

/** The types of pages that declare none; a page can also declare `tag`. */
const OTHER_TYPES = ['tag', 'journal', 'whiteboard', 'pdf', 'page'] as const

const oneOf = (types: readonly string[]): string => either([...new Set([...types, ...OTHER_TYPES])])

export const PAGE_TYPE: Operator = {
  name: 'page-type',
  form: '(page-type TYPE)',
  example: '(page-type book)',
  what: `on a page of this type, which is one of ${oneOf(PAGE_TYPE_IDS)}`,
  least: 1,
  most: 1,
  read({ at, operands: [first], reading }) {
    const name = first && readName(first, 'a type', reading)
    if (name === undefined) return undefined
    const type = typeOf(name, reading.types)
    if (type !== undefined) return { kind: 'page-type', type, at }
    return reading.refuse(
      first!.at,
      `${quote(name)} is not one of the types ${oneOf(reading.types.map(({ type }) => type))}`,
    )
  },
}

export const PAGE_TAGS: Operator = {
  name: 'page-tags',
  form: '(page-tags T …)',
  example: '(page-tags #recipe "slow food")',
  what: 'on a page that carries one of the tags',
  least: 1,
  list: true,
  read: ({ at, operands, reading }) => ({
    kind: 'page-tags',
    tags: readAll(operands, (item) => readName(item, 'a tag', reading)),
    at,
  }),
}

export const PAGE: Operator = {
  name: 'page',
  form: '(page P)',
  example: '(page [[Garden]])',
  what: 'on that page, found by its name or an alias',
  least: 1,
  most: 1,
  read: (call) => readPage('page', call),
}

export const NAMESPACE: Operator = {
  name: 'namespace',
  form: '(namespace N)',
  example: '(namespace Projects)',
  what: 'on the pages named `N/…`, at any depth',
  least: 1,
  most: 1,
  read: (call) => readPage('namespace', call),
}

function readPage(kind: PageQuery['kind'], { at, operands: [first], reading }: Call): PageQuery | undefined {
  const name = first && readName(first, 'a name', reading)
  return name === undefined ? undefined : { kind, name, at }
}

/** A type by its id or label, in any case. */
function typeOf(written: string, types: PageTypes): ResolvedTypeName<string> | undefined {
  return findType(written, types)?.type ?? OTHER_TYPES.find((type) => type === fold(written))
}
