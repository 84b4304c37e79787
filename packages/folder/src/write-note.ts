/**
 * A page as a Markdown file in the layout of a plan. The writer reads each file back at once. If the plain text gives
 * another page than the original, the manifest line contains the full words. Examples are a line that begins with `- `
 * inside a block, and a name that no file can have. Reading therefore always restores the original.
 */
import { journalDay, type PageRecord } from '@notegraph/graph'
import { exportAddresses, replaceSpans } from './address.ts'
import type { DraftText, NoteDraft, ReadResult } from './draft.ts'
import { toManifestText, type ManifestEntry, type ManifestWords } from './export-manifest.ts'
import type { ExportPlan, PlacedBlock, WrittenFile } from './export-plan.ts'
import type { NoteLines } from './note-lines.ts'
import { formedText, freshText, hadId, isHighlight } from './file-form.ts'
import { textHash } from './hash.ts'
import { flatten } from './outline-draft.ts'
import { pageLines, type WritablePage } from './page-lines.ts'
import { fileText, nameNote, readMarkdown } from './read-markdown.ts'
import { readNote } from './read-note.ts'
import { ownProps, recordItem, spellingOf } from './record.ts'
import { vaultText } from './vault-text.ts'

/**
 * Writes a page as a file of an exported folder. For the file of another folder, see `patchNote`.
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
  const form = plan.formOf?.(record)
  const keepsId = hadId(form)
  const pageAt = (at: string): WritablePage => {
    const words = (text: string): DraftText =>
      exportAddresses(text.toWellFormed(), (id) => plan.assetName(id, at), plan.origin)
    return {
      name: plan.nameOf(record),
      day: journalDay(record.id),
      props: ownProps(record).map(([key, value]) => [key, words(value)]),
      blocks: blocks.map(({ item, depth }) => ({
        depth,
        content: words(item.words.text),
        ...(plan.referenced(item.id) || keepsId(item.id) || (!form?.ids && isHighlight(item.words.text))
          ? { id: item.id }
          : {}),
      })),
    }
  }
  const written = (
    page: WritablePage,
    path: string,
    lines: NoteLines | undefined,
    text: string,
    readsBack: boolean,
  ): WrittenFile => {
    const entry: ManifestEntry = {
      file: path,
      hash: textHash(fileText(text)),
      page: recordItem(record),
      blocks: blocks.map(({ item }) => recordItem(item)),
      ...(readsBack ? {} : { words: inFull(page) }),
    }
    return { path, text, ...(lines && { lines }), entry }
  }
  if (form) {
    const page = pageAt(path)
    const lines = pageLines(page, plan.folder, path, true, spellingOf(record))
    const text = formedText(lines, form)
    // A file with the bytes of another one is the same file.
    const fileOf = form.copies && plan.fileAt
    const readsBack =
      text !== undefined && isSame(page, readMarkdown(plan.folder, path, fileText(text), true), fileOf)
    if (text !== undefined && (readsBack || hasOutline(page, readNote(plan.folder, path, text))))
      return written(page, path, lines, text, readsBack)
  }
  if (plan.vault) {
    const page = pageAt(path)
    const title = nameNote(plan.folder, path, undefined).name === page.name ? undefined : page.name
    const text = vaultText(page, title, plan.vault, spellingOf(record))
    return written(page, path, undefined, text, isSame(page, readMarkdown(plan.folder, path, text, true)))
  }
  const freshPath = form?.org === true ? plan.freshPathOf!(record) : path
  const page = pageAt(freshPath)
  const lines = pageLines(page, plan.folder, freshPath, false, spellingOf(record))
  const text = freshText(lines)
  return written(
    page,
    freshPath,
    lines,
    text,
    isSame(page, readMarkdown(plan.folder, freshPath, fileText(text), true)),
  )
}

/** Whether a program that reads the file without the manifest finds the same outline. */
function hasOutline({ blocks }: WritablePage, read: ReadResult): boolean {
  const found = read.ok ? flatten(read.note.blocks) : []
  return found.length === blocks.length && found.every(({ depth }, i) => depth === blocks[i]!.depth)
}

function isSame(page: WritablePage, draft: NoteDraft, fileOf?: ExportPlan['fileAt']): boolean {
  const own = (text: DraftText): DraftText =>
    fileOf ? { text: replaceSpans(text, fileOf), assets: [] } : text
  const blocks = flatten(draft.blocks)
  return (
    draft.name === page.name &&
    draft.props.length === page.props.length &&
    blocks.length === page.blocks.length &&
    page.props.every(([key, value], i) => {
      const [readKey, text] = draft.props[i]!
      return readKey === key && isSameText(own(value), own({ text, assets: draft.propAssets.get(key) ?? [] }))
    }) &&
    page.blocks.every(({ depth, content }, i) => {
      const block = blocks[i]!
      return (
        block.depth === depth && isSameText(own(content), own({ text: block.content, assets: block.assets }))
      )
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

const inFull = ({ name, props, blocks }: WritablePage): ManifestWords => ({
  name,
  props: props.map(([key, value]) => [key, toManifestText(value)]),
  blocks: blocks.map(({ depth, content }) => [depth, toManifestText(content)]),
})
