/**
 * A page as a Markdown file in Logseq's layout. The writer reads each file back at once. If the plain text gives
 * another page than the original, the manifest line contains the full words. Examples are a line that begins with `- `
 * inside a block, and a name that no file can have. Reading therefore always restores the original.
 */
import { blockLines } from '@notegraph/block-text'
import { journalDay, type PageRecord } from '@notegraph/graph'
import { exportAddresses } from './address.ts'
import { TITLE_FORMAT } from './config.ts'
import { writeByFormat } from './day-format.ts'
import type { DraftText, NoteDraft } from './draft.ts'
import type { ExportPlan, NoteLines, PlacedBlock, WrittenFile } from './export-plan.ts'
import { pageName } from './file-name.ts'
import { textHash } from './hash.ts'
import { opensMultiLine } from './multi-line.ts'
import { toManifestText, type ManifestEntry, type ManifestWords } from './export-manifest.ts'
import { flatten } from './outline-draft.ts'
import { stemOf } from './path.ts'
import { fileText, readMarkdown } from './read-markdown.ts'
import { ownProps, recordItem, spellingOf } from './record.ts'

interface Page {
  readonly name: string
  readonly props: readonly (readonly [key: string, value: DraftText])[]
  readonly blocks: readonly { readonly depth: number; readonly content: DraftText; readonly id?: string }[]
}

/**
 * Writes a page.
 *
 * @example
 * const record = makePage({ id: 'p', name: 'Home', now: 1 })
 * const plan = planExport({ pages: [record], files: new Map(), referenced: () => false })
 * const item = makeBlock({ id: 'b', content: 'Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * writeNote({ record, blocks: [{ item, depth: 0 }] }, plan).text // '- Hi\n'
 */
export function writeNote(
  { record, blocks }: { readonly record: PageRecord; readonly blocks: readonly PlacedBlock[] },
  plan: ExportPlan,
): WrittenFile {
  const path = plan.pathOf(record)
  const words = (text: string): DraftText => exportAddresses(text.toWellFormed(), plan.assetName, plan.origin)
  const page: Page = {
    name: plan.nameOf(record),
    props: ownProps(record).map(([key, value]) => [key, words(value)]),
    blocks: blocks.map(({ item, depth }) => ({
      depth,
      content: words(item.words.text),
      ...(plan.referenced(item.id) || isHighlight(item.words.text) ? { id: item.id } : {}),
    })),
  }
  const lines = pageLines(page, path, journalDay(record.id), spellingOf(record))
  const text = textOf(lines)
  const seen = fileText(text)
  const readsBack = isSame(page, readMarkdown(plan.folder, path, seen, true))
  const entry: ManifestEntry = {
    file: path,
    hash: textHash(seen),
    page: recordItem(record),
    blocks: blocks.map(({ item }) => recordItem(item)),
    ...(readsBack ? {} : { words: inFull(page) }),
  }
  return { path, text, lines, entry }
}

/** Logseq finds a PDF highlight by the id of its block, from a file beside the PDF. */
const isHighlight = (text: string): boolean => /^[ \t]*ls-type::[ \t]+annotation[ \t]*$/m.test(text)

function pageLines(
  { name, props, blocks }: Page,
  path: string,
  day: number | undefined,
  spell: (key: string) => string,
): NoteLines {
  const readName =
    day === undefined ? pageName(stemOf(path), 'triple-lowbar') : writeByFormat(day, TITLE_FORMAT)
  const head = props.map(([key, { text }]) => [key, `${spell(key)}:: ${oneLine(text)}`.trimEnd()] as const)
  if (readName !== name) head.unshift(['title', `title:: ${oneLine(name)}`])
  return {
    head,
    blocks: blocks.map(({ depth, content, id }) => ({ depth, words: withId(content.text, id) })),
  }
}

function textOf({ head, blocks }: NoteLines): string {
  const body = blocks.flatMap(({ depth, words }) => blockLines(words, depth))
  return [...head.map(([, line]) => line), ...(head.length > 0 && body.length > 0 ? [''] : []), ...body]
    .map((line) => `${line}\n`)
    .join('')
}

/** @param id written as a property, for references to the block */
function withId(content: string, id: string | undefined): string {
  if (id === undefined) return content
  const lines = content === '' ? [] : content.split('\n')
  lines.splice(lines.length === 0 || opensMultiLine(lines[0]!) ? 0 : 1, 0, `id:: ${id}`)
  return lines.join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/[\n\r]+/gu, ' ')

function isSame(page: Page, draft: NoteDraft): boolean {
  const blocks = flatten(draft.blocks)
  return (
    draft.name === page.name &&
    draft.props.length === page.props.length &&
    blocks.length === page.blocks.length &&
    page.props.every(([key, value], i) => {
      const [readKey, text] = draft.props[i]!
      return readKey === key && isSameText(value, { text, assets: draft.propAssets.get(key) ?? [] })
    }) &&
    page.blocks.every(({ depth, content }, i) => {
      const block = blocks[i]!
      return block.depth === depth && isSameText(content, { text: block.content, assets: block.assets })
    })
  )
}

const isSameText = (a: DraftText, b: DraftText): boolean =>
  a.text === b.text &&
  a.assets.length === b.assets.length &&
  a.assets.every(({ start, end, path }, i) => {
    const other = b.assets[i]!
    return other.start === start && other.end === end && other.path === path
  })

const inFull = ({ name, props, blocks }: Page): ManifestWords => ({
  name,
  props: props.map(([key, value]) => [key, toManifestText(value)]),
  blocks: blocks.map(({ depth, content }) => [depth, toManifestText(content)]),
})
