/**
 * Writes the page types of a plug-in as pages of the account, through the one write path. A page that describes the type
 * already stays as it is, and gets the fields that it lacks.
 * @see events 5
 */
import { fold } from '@notegraph/block-text'
import type { PluginType } from '@notegraph/contract'
import { fieldLine } from '@notegraph/page-types'
import type { GraphStore, StoredPage } from '@notegraph/store'
import type { Caller } from '../access.ts'
import { describedBy, TYPE_ID, TYPE_PLURAL, typeIdOf } from '../own-types.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import type { WriteService } from '../write/service.ts'

/** @returns 409 if another page, or a type of another plug-in, has the name of a type */
export async function checkTypePages(
  graph: GraphStore,
  types: readonly PluginType[],
  ofOthers: readonly PluginType[],
): Promise<Result<void>> {
  for (const type of types) {
    const taken = ofOthers.some((other) => namesOf(other).some((name) => namesOf(type).includes(name)))
    if (taken) return refuse({ code: 'conflict', why: 'type_taken', name: type.label })
    for (const name of namesOf(type)) {
      const page = await graph.pages.findByName(name)
      if (page && typeIdOf(page) !== type.type)
        return refuse({ code: 'conflict', why: 'type_page_exists', name: page.name })
    }
  }
  return ok(undefined)
}

/** The names by which the type is found. */
const namesOf = ({ type, label }: PluginType): string[] => [
  ...new Set([fold(label), fold(type), fold(type).replaceAll('-', ' ')]),
]

/** @returns the refusal of the first write that is refused; the types before it are written */
export async function writeTypePages(
  graph: GraphStore,
  writes: WriteService,
  caller: Caller,
  types: readonly PluginType[],
): Promise<Result<void>> {
  for (const type of types) {
    const page = await graph.pages.findByName(fold(type.label))
    const written = page
      ? await addFields(graph, writes, caller, page, type)
      : await writes.createPage(caller, newPage(type))
    if (!written.ok) return written
  }
  return ok(undefined)
}

function newPage({ type, label, plural, fields }: PluginType) {
  const isFoundByLabel = fold(type).replaceAll('-', ' ') === fold(label)
  return {
    name: label,
    properties: { [TYPE_ID]: type, [TYPE_PLURAL]: plural, ...(!isFoundByLabel && { alias: type }) },
    blocks: fields.map(fieldLine),
  }
}

async function addFields(
  graph: GraphStore,
  writes: WriteService,
  caller: Caller,
  page: StoredPage,
  { fields }: PluginType,
): Promise<Result<unknown>> {
  const held = new Set((await describedBy(graph, page)).fields.map(({ key }) => key))
  for (const field of fields.filter(({ key }) => !held.has(key))) {
    const added = await writes.addBlock(caller, page.name, { text: fieldLine(field) })
    if (!added.ok) return added
  }
  return ok(undefined)
}
