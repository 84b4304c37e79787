/** The text of a block from the attributes of an OPML outline: its words, marker, heading, note and properties. */
import { cleanText } from './clean-text.ts'
import { isKey } from './key.ts'
import { bearsMark } from './logseq-block.ts'
import { opensMultiLine } from './multi-line.ts'
import { opmlWords } from './opml-words.ts'

/** Attributes about the display of an outline, not its content. */
const LOOKS: ReadonlySet<string> = new Set([
  'collapsed',
  'colorlabel',
  'expanded',
  'expansionstate',
  'liststyle',
  'iscomment',
  'isbreakpoint',
])
/** Attributes that the code below reads. */
const READ: ReadonlySet<string> = new Set([
  'text',
  'title',
  '_note',
  'complete',
  '_complete',
  '_status',
  'checkbox',
  'heading',
  'created',
  '_created',
  'modified',
  '_modified',
])

/** Attributes by name in lower case. */
export type OpmlAttributes = ReadonlyMap<string, { readonly name: string; readonly value: string }>

export const oneLine = (text: string): string => cleanText(text).replaceAll(/\s+/gu, ' ').trim()

/**
 * Returns the content of the block that an outline element describes.
 *
 * @example
 * opmlContent(new Map([['text', { name: 'text', value: 'tea' }]])) // 'tea'
 */
export function opmlContent(attributes: OpmlAttributes): string {
  const of = (name: string): string => attributes.get(name)?.value ?? ''
  const [first = '', ...more] = opmlWords(of('text') || of('title'))
    .trim()
    .split('\n')
  const head = headOf(of, first)
  const note = opmlWords(of('_note')).trim()
  const words = [`${head}${first}`.trimEnd(), ...more, ...(note === '' ? [] : [note])]
  const after = opensMultiLine(first) ? words.length : 1
  return [...words.slice(0, after), ...propertiesOf(attributes), ...words.slice(after)].join('\n').trim()
}

function headOf(of: (name: string) => string, first: string): string {
  if (!bearsMark(first)) return ''
  const level = /^[1-6]$/u.test(of('heading')) ? `${'#'.repeat(Number(of('heading')))} ` : ''
  const isDone = [of('complete'), of('_complete')].includes('true') || of('_status') === 'checked'
  const isOpen = of('checkbox') === 'true' || [of('complete'), of('_complete')].includes('false')
  return level + (isDone ? 'DONE ' : isOpen ? 'TODO ' : '')
}

/** Whether an outline has no other text than its title. */
const isSame = (title: string, text = ''): boolean => [title, ''].includes(oneLine(text))

/** The app's own attributes, such as columns, and a title that differs from the text, become properties of the block. */
function propertiesOf(attributes: OpmlAttributes): string[] {
  const lines: string[] = []
  for (const [key, { name, value }] of attributes) {
    const words = oneLine(value)
    const isRead = key === 'title' ? isSame(words, attributes.get('text')?.value) : READ.has(key)
    const isProperty = !isRead && !LOOKS.has(key) && isKey(name) && key !== 'xmlns'
    if (isProperty && words !== '' && key !== 'id') lines.push(`${name}:: ${words}`)
  }
  return lines
}
