/**
 * A whiteboard as a file, `whiteboards/NAME.json`: its name, properties, shapes, and its blocks with their depths. File
 * addresses in its strings are written as `../assets/NAME`.
 */
import { propOf, type Json, type PageRecord, type ShapeRecord } from '@notegraph/graph'
import { exportAddresses, exportedAssets } from './address.ts'
import { cleanText } from './clean-text.ts'
import type { AssetSpan, NoteDraft, ReadResult, ShapeDraft } from './draft.ts'
import type { ExportPlan, PlacedBlock, WrittenFile } from './export-plan.ts'
import { assetOf } from './files.ts'
import { textHash } from './hash.ts'
import { isObject, objectsIn, parseObject, type JsonObject } from './json-object.ts'
import { mapStrings } from './json-strings.ts'
import { checkFlat, deeperThan, nestsTooDeep, tooManyBlocks } from './limits.ts'
import { flatten, nest } from './outline-draft.ts'
import { stemOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { ownProps, recordItem } from './record.ts'

/**
 * Writes a whiteboard.
 *
 * @example
 * const record = makePage({ id: 'w', name: 'Ideas', kind: 'whiteboard', now: 1 })
 * const plan = planExport({ pages: [record], files: new Map(), referenced: () => false })
 * writeWhiteboard({ record, blocks: [] }, [], plan).path // 'whiteboards/Ideas.json'
 */
export function writeWhiteboard(
  page: { readonly record: PageRecord; readonly blocks: readonly PlacedBlock[] },
  shapes: readonly ShapeRecord[],
  plan: ExportPlan,
): WrittenFile {
  const path = plan.pathOf(page.record)
  const words = (text: string): string =>
    exportAddresses(text.toWellFormed(), (id) => throughAssets(plan.assetName(id, path)), plan.origin).text
  const sorted = shapes.toSorted((a, b) => a.place.order - b.place.order || (a.id < b.id ? -1 : 1))
  const body = {
    name: plan.nameOf(page.record),
    props: Object.fromEntries(ownProps(page.record).map(([key, value]) => [key, words(value)])),
    shapes: sorted.map((shape) => ({
      id: shape.id,
      text: words(shape.words.text),
      order: shape.place.order,
      props: mapStrings(shapeProps(shape), words),
    })),
    blocks: page.blocks.map(({ item, depth }) => ({ depth, content: words(item.words.text) })),
  }
  const text = `${JSON.stringify(body, null, 2)}\n`
  const entry = {
    file: path,
    hash: textHash(text),
    page: recordItem(page.record),
    blocks: page.blocks.map(({ item }) => recordItem(item)),
    shapes: sorted.map(recordItem),
  }
  return { path, text, entry }
}

/** The strings of a whiteboard are read as addresses if they begin so. */
const throughAssets = (name: string | undefined): string | undefined =>
  name?.startsWith('../') ? `../assets/${name}` : name

const shapeProps = (shape: ShapeRecord): { readonly [key: string]: Json } =>
  Object.fromEntries(
    Object.keys(shape.props)
      .flatMap((key) => [[key, propOf(shape, key)] as const])
      .filter(isSet),
  )
const isSet = (entry: readonly [string, Json | undefined]): entry is readonly [string, Json] =>
  entry[1] !== undefined

const REFUSED =
  'The whiteboard was not read: the file is not a valid export. Export the whiteboard again, or fix the JSON.'

/**
 * Reads a whiteboard's file by its text alone. @throws TooMuch
 */
export function readWhiteboard(plan: FolderPlan, path: string, text: string): ReadResult {
  const { nesting = Infinity, blocks: most = Infinity } = plan.limits
  const deep = deeperThan(text, nesting)
  if (deep !== undefined) return { ok: false, unread: [nestsTooDeep(path, deep, nesting)] }
  const body = parseObject<Json>(text)
  if (!body) return { ok: false, unread: [{ file: path, line: 1, why: REFUSED }] }
  if (objectsIn<Json>(body['shapes']).length + objectsIn<Json>(body['blocks']).length > most)
    throw tooManyBlocks(1, most)
  const known = new Set([...plan.assets, ...plan.elsewhere])
  const assets = new Set<string>()
  const note = (text: string): readonly AssetSpan[] => {
    const spans = exportedAssets(text, assetOf(known))
    for (const span of spans) assets.add(span.path)
    return spans
  }
  const name = typeof body['name'] === 'string' && body['name'].trim() !== '' ? body['name'] : stemOf(path)
  const props = Object.entries(isObject<Json>(body['props']) ? body['props'] : {})
    .filter(([, value]) => value !== null)
    .map(
      ([key, value]) => [cleanText(key), typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
  const propAssets = new Map(
    props.map(([key, value]) => [key, note(value)] as const).filter(([, spans]) => spans.length > 0),
  )
  const blocks = objectsIn<Json>(body['blocks']).map((block) => {
    const content = textOf(block['content'])
    const depth = typeof block['depth'] === 'number' ? block['depth'] : 0
    return { depth, content, assets: note(content), line: 1 }
  })
  const shapes = objectsIn<Json>(body['shapes']).map((shape, index) => readShape(shape, index, note))
  const nested = nest(blocks)
  checkFlat(flatten(nested), plan.limits)
  const draft: NoteDraft = {
    path,
    name,
    kind: 'whiteboard',
    props,
    propAssets,
    ...(plan.isFavorite([name]) ? { favorite: true as const } : {}),
    blocks: nested,
    shapes,
    unread: [],
    assets: [...assets],
    missing: [],
  }
  return { ok: true, note: draft }
}

function readShape(shape: JsonObject<Json>, index: number, note: (text: string) => unknown): ShapeDraft {
  const props = isObject<Json>(shape['props']) ? shape['props'] : {}
  const text = textOf(shape['text'])
  note(text)
  mapStrings(props, (string) => {
    note(string)
    return string
  })
  return {
    ...(typeof shape['id'] === 'string' ? { id: shape['id'] } : {}),
    text,
    order: typeof shape['order'] === 'number' ? shape['order'] : index + 1,
    props,
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
