/**
 * A field as one line of text: the key, the label, and in brackets the kind with its details. A page can describe a type
 * of its own by such lines.
 * @see types
 */
import { FIELD_KINDS, type Field } from './page-type.ts'
import { propertyKey } from './property-key.ts'

/**
 * Writes a field. Its label and its options have no line break, and its options have no comma.
 * @example
 * fieldLine({ key: 'cook', label: 'Cook', kind: 'ref', of: 'person' }) // '`cook` Cook (`ref` of person)'
 */
export function fieldLine({ key, label, kind, of, options }: Field<string>): string {
  const choices = options === undefined ? '' : `: ${options.join(', ')}`
  return `\`${key}\` ${label} (\`${kind}\`${of === undefined ? choices : ` of ${of}`})`
}

/** A longer line is no field. The pattern takes time in proportion to the square of the length. */
const LONGEST = 2_000
const LINE = /^`([^`]+)` +(\S|\S.*\S) +\(`([a-z]+)`(?: of ([^()]+)|: (.+))?\)$/

/**
 * Reads a field. Any text may be sent.
 * @returns undefined if the text is no field
 * @example
 * readFieldLine('`serves` Serves (`text`)') // { key: 'serves', label: 'Serves', kind: 'text' }
 * readFieldLine('Serves four') // undefined
 */
export function readFieldLine(text: string): Field<string> | undefined {
  const line = text.trim()
  if (line.length > LONGEST) return undefined
  const [, key = '', label = '', word, of, choices] = LINE.exec(line) ?? []
  const kind = FIELD_KINDS.find((one) => one === word)
  const read = propertyKey(key)
  if (!kind || !read.ok || read.key !== key || key === 'type') return undefined
  const options = choices?.split(',').map((option) => option.trim())
  return {
    key,
    label,
    kind,
    ...(kind === 'ref' && of !== undefined && { of: of.trim() }),
    ...(kind === 'select' && options && { options: options.filter((option) => option !== '') }),
  }
}
