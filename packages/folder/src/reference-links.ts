/**
 * Reference links of Markdown: `[label][name]`, with `[name]: address` on a line of its own anywhere in the note. A block is
 * shown without the others, so such a link gets its address. The definitions stay as words.
 *
 * @see https://spec.commonmark.org/0.31.2/#reference-link
 */
import { fold } from '@notegraph/block-text'
import { maskCode, maskNotes } from './code-mask.ts'

/** A name that begins with `^` is that of a footnote. */
const DEFINITION =
  /^ {0,3}\[(?!\^)([^[\]]{1,200})\]:[ \t]*(<[^<>]+>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/u
const LINK = /(?<!\\)(!|(?<![[\]!]))\[([^[\]\n]{1,1000})\](?:\[([^[\]\n]{0,200})\])?(?![[(:\]])/gu
/** The most UTF-16 units that addresses add to a note. Further links stay as written. */
const MOST_ADDED = 1_000_000

/**
 * Returns a function that writes the addresses of a note's definitions into the reference links of a text.
 *
 * @example
 * addressWriter(['[1]: map.png'])('[the map][1]') // '[the map](map.png)'
 */
export function addressWriter(lines: readonly string[]): (text: string) => string {
  const definitions = definitionsIn(lines)
  let room = MOST_ADDED
  return (text) => {
    if (definitions.size === 0 || !text.includes('[')) return text
    const { masked, links } = maskNotes(text)
    let out = ''
    let done = 0
    let link = 0
    for (const { 0: written, 1: mark = '', 2: label = '', 3: name, index } of masked.matchAll(LINK)) {
      const address = definitions.get(keyOf(name || label))
      while (links[link] && links[link]!.end <= index) link++
      const isInLink = links[link] !== undefined && links[link]!.start < index
      if (address === undefined || isInLink || address.length > room) continue
      room -= address.length
      const from = index + mark.length + 1
      out += `${text.slice(done, from)}${text.slice(from, from + label.length)}](${/^[^<].*[()]/u.test(address) ? `<${address}>` : address})`
      done = index + written.length
    }
    return out + text.slice(done)
  }
}

/** Addresses by the folded names of their definitions. The first of a name counts. */
function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!lines.some((line) => DEFINITION.test(line))) return found
  for (const line of maskCode(lines.join('\n')).split('\n')) {
    const [, name, address] = DEFINITION.exec(line) ?? []
    if (name !== undefined && !found.has(keyOf(name))) found.set(keyOf(name), address!)
  }
  return found
}

const keyOf = (name: string): string => fold(name.replaceAll(/\s+/gu, ' ').trim())
