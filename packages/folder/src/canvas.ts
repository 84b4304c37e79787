/**
 * A canvas of Obsidian, `NAME.canvas`: JSON of nodes and edges. Its texts, links and labels become blocks of a page.
 * The file itself stays a file of the account.
 *
 * @see https://jsoncanvas.org/spec/1.0/
 */
import { inReadingOrder, type PlacedText } from './board.ts'
import { objectsIn, parseObject, type JsonObject } from './json-object.ts'
import { assetAddress } from './file-name.ts'
import { deeperThan, TooMuch } from './limits.ts'
import { baseOf } from './path.ts'
import type { FolderPlan } from './plan.ts'

/**
 * Returns the words on a canvas as Markdown, in reading order. The first is a link to its file. Returns `undefined` for
 * a text that is not a canvas.
 *
 * @throws TooMuch if the JSON nests deeper than the plan allows
 */
export function readCanvas(plan: FolderPlan, path: string, text: string): readonly string[] | undefined {
  const { nesting = Infinity } = plan.limits
  const line = deeperThan(text, nesting)
  if (line !== undefined)
    throw new TooMuch(line, `The file nests deeper than ${nesting} levels and was not read.`)
  const canvas = parse(text)
  if (!canvas) return undefined
  const places = new Map<string, PlacedText['at']>()
  const nodes = objectsIn(canvas['nodes']).map((node): PlacedText => {
    const at = [number(node['x']), number(node['y'])] as const
    places.set(words(node['id']), at)
    return { at, words: nodeWords(plan, node) }
  })
  const edges = objectsIn(canvas['edges']).map((edge): PlacedText => ({
    at: places.get(words(edge['fromNode'])) ?? [0, 0],
    words: words(edge['label']),
  }))
  return [linkToCanvas(path), ...inReadingOrder([...nodes, ...edges])]
}

/** A link to the file of a canvas, on its page. */
export const linkToCanvas = (path: string): string => `[${baseOf(path)}](${assetAddress(baseOf(path))})`

function nodeWords(plan: FolderPlan, node: JsonObject): string {
  const file = words(node['file'])
  if (file !== '') return fileLink(plan, file, words(node['subpath']))
  return [words(node['text']), words(node['label']), words(node['url'])].filter(Boolean).join('\n')
}

/**
 * Paths on a canvas start at the top of the vault. A link to a part of a note becomes an embed, as the canvas shows it.
 */
function fileLink(plan: FolderPlan, file: string, subpath: string): string {
  if (/[[\]|\n]/u.test(file + subpath)) return file + subpath
  const isNote = plan.index.findPath('', `/${file}`) !== undefined
  const isKnown = isNote || plan.index.findFile('', `/${file}`) !== undefined
  const target = `${isKnown ? '/' : ''}${file.replace(/\.(?:md|markdown)$/iu, '')}${subpath}`
  const isShown = subpath !== '' || !(isNote || /\.(?:md|markdown)$/iu.test(file))
  return `${isShown ? '!' : ''}[[${target}]]`
}

/** A new canvas is an empty file. */
const parse = (text: string): JsonObject | undefined => (text.trim() === '' ? {} : parseObject(text))
const words = (value: unknown): string => (typeof value === 'string' ? value.trimEnd() : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
