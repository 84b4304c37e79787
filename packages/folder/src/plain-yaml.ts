/**
 * Reads the YAML that most notes have, without the library, which takes twenty times as long. Only keys, words and lists
 * of words are read here. The library reads any text with another character, so the result is the same.
 */
import { isNull, type YamlEntry } from './yaml-entry.ts'

/** A key, and a value that may follow. */
const ENTRY = /^(\p{L}[\p{L}\p{N}_-]{0,99}):(?: +(.*))?$/u
/** Words that begin no other construct. Within them, a colon needs a letter or digit after it. */
const WORDS = /^[\p{L}\p{N}](?:[\p{L}\p{N} _./+-]|:(?=[\p{L}\p{N}]))*$/u
/** A list in brackets. */
const LIST = /^\[ *([\p{L}\p{N}][\p{L}\p{N} _./+-]*(?:, *[\p{L}\p{N}][\p{L}\p{N} _./+-]*)*)\] *$/u
/** An item of a list on lines. */
const ITEM = /^( *)- +([\p{L}\p{N}][\p{L}\p{N} _./+-]*)$/u

/**
 * Reads a mapping of words and lists.
 *
 * @returns the same as the library, or `undefined` if the text has anything else
 */
export function plainEntries(yaml: string): readonly YamlEntry[] | undefined {
  const lines = yaml.split('\n')
  const entries: YamlEntry[] = []
  for (let line = 0; line < lines.length;) {
    const [, key, written = ''] = ENTRY.exec(lines[line]!) ?? []
    if (key === undefined) return undefined
    const items = written === '' ? itemsAfter(lines, line) : []
    const value = items.length > 0 ? items : valueOf(written)
    if (value === undefined) return undefined
    entries.push({ key, value, line })
    line += 1 + items.length
  }
  return entries
}

function valueOf(written: string): string | readonly string[] | undefined {
  if (written === '' || WORDS.test(written)) return plainValue(written)
  const [, list] = LIST.exec(written) ?? []
  return list?.split(',').map((item) => plainValue(item.trimStart()))
}

const plainValue = (written: string): string => {
  const word = written.trimEnd()
  return isNull(word) ? '' : word
}

/** Reads the items on the lines after a key; all have the same indent. */
function itemsAfter(lines: readonly string[], line: number): readonly string[] {
  const items: string[] = []
  let indent: string | undefined
  for (let at = line + 1; at < lines.length; at++) {
    const [, before, item = ''] = ITEM.exec(lines[at]!) ?? []
    if (before === undefined || before !== (indent ??= before)) break
    items.push(plainValue(item))
  }
  return items
}
