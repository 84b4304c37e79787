/** Adds the service's file addresses to a draft, when the files of its folder have ids. */
import { FILE_PATH } from '@notegraph/block-text'
import { exportedAssets, replaceSpans } from './address.ts'
import type { AssetSpan, NoteDraft, ShapeDraft } from './draft.ts'
import { decoded } from './file-name.ts'
import { mapStrings } from './json-strings.ts'
import { flatten, nest, type FlatDraft } from './outline-draft.ts'
import { resolvePath } from './path.ts'

/**
 * Replaces the address of each file of the folder with `/api/files/<id>`.
 *
 * @param fileId returns the id of a file by its path in the folder; the address stays without one
 * @example
 * const plan = planFolder(['pages/a.md', 'assets/x.png'])
 * const { note } = readNote(plan, 'pages/a.md', '- ![x](../assets/x.png)')
 * withFiles(note, () => 'f1').blocks[0].content // '![x](/api/files/f1)'
 */
export function withFiles(note: NoteDraft, fileId: (assetPath: string) => string | undefined): NoteDraft {
  if (note.assets.length === 0) return note
  const address = (path: string): string | undefined => {
    const id = fileId(path)
    return id === undefined ? undefined : `${FILE_PATH}${id}`
  }
  const put = (text: string, assets: readonly AssetSpan[]): string => replaceSpans({ text, assets }, address)
  const putBlock = (block: FlatDraft): FlatDraft => ({
    ...block,
    content: put(block.content, block.assets),
    assets: [],
  })
  const known = new Set(note.assets)
  const putBare = (text: string): string => put(text, exportedAssets(text, assetOf(known)))
  const putShape = (shape: ShapeDraft): ShapeDraft => ({
    ...shape,
    text: putBare(shape.text),
    props: mapStrings(shape.props, putBare) as typeof shape.props,
  })
  return {
    ...note,
    props: note.props.map(([key, value]) => [key, put(value, note.propAssets.get(key) ?? [])] as const),
    propAssets: new Map(),
    blocks: nest(flatten(note.blocks).map(putBlock)),
    ...(note.shapes === undefined ? {} : { shapes: note.shapes.map(putShape) }),
  }
}

/** Returns a function that finds the file of an exported address, such as `../assets/a%20b.png`. */
export const assetOf =
  (known: ReadonlySet<string>) =>
  (address: string): string | undefined => {
    const path = resolvePath('', decoded(address.replace(/^(?:\.\.\/)+/u, '')))
    return path !== undefined && known.has(path) ? path : undefined
  }
