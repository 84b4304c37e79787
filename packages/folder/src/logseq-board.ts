/**
 * A whiteboard of Logseq, `whiteboards/NAME.edn`. Its texts become blocks of the page, from top to bottom, then from
 * left to right. Drawings are ignored.
 */
import { inReadingOrder, type BoardText } from './board.ts'
import { ednList, ednMap, ednText, readForm, type EdnForm, type EdnMap } from './edn-value.ts'

/**
 * Reads the texts of a whiteboard. Returns `undefined` for a text that is not a whiteboard.
 *
 * @throws TooMuch if the EDN nests deeper than `nesting`
 */
export function readBoard(text: string, nesting?: number): BoardText | undefined {
  const file = ednMap(readForm(text, nesting))
  if (!file.has(':blocks') && !file.has(':pages')) return undefined
  const page = ednMap(ednList(file.get(':pages'))[0])
  const drawn = ednMap(ednMap(page.get(':block/properties')).get(':logseq.tldraw.page'))
  const sources = sourcesOf(drawn.get(':assets'))
  const shapes = ednList(file.get(':blocks'))
    .map((block) => ednMap(ednMap(ednMap(block).get(':block/properties')).get(':logseq.tldraw.shape')))
    .map((shape) => ({ at: placeOf(shape), words: wordsOf(shape, sources) }))
  const name = ednText(page.get(':block/original-name')) ?? ednText(page.get(':block/title'))
  return { name: name ?? ednText(page.get(':block/name')), texts: inReadingOrder(shapes) }
}

/** Addresses of the board's pictures and films, by id. */
function sourcesOf(assets: EdnForm | undefined): ReadonlyMap<string, string> {
  return new Map(
    ednList(assets).flatMap((asset) => {
      const id = ednText(ednMap(asset).get(':id'))
      const source = ednText(ednMap(asset).get(':src'))
      return id === undefined || source === undefined ? [] : [[id, source] as const]
    }),
  )
}

function wordsOf(shape: EdnMap, sources: ReadonlyMap<string, string>): string {
  const page = said(shape, ':pageId')
  if (page !== '') return said(shape, ':blockType') === 'B' ? `((${page}))` : `[[${page}]]`
  const source = sources.get(said(shape, ':assetId'))
  if (source !== undefined) return `![](${source})`
  return [said(shape, ':text'), said(shape, ':label'), said(shape, ':url'), said(shape, ':html')]
    .filter((words) => words !== '')
    .join('\n')
}

/** `nil` counts as no words. */
function said(shape: EdnMap, key: string): string {
  const words = ednText(shape.get(key)) ?? ''
  return words === 'nil' ? '' : words.trim()
}

function placeOf(shape: EdnMap): readonly [x: number, y: number] {
  const [x, y] = ednList(shape.get(':point')).map(Number)
  return [Number.isFinite(x) ? x! : 0, Number.isFinite(y) ? y! : 0]
}
