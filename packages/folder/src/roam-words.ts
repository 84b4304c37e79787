/**
 * The words of a Roam Research block, converted to the syntax of blocks: emphasis, embeds, references, checkboxes and
 * code. Every other macro stays. Any text takes one pass.
 */
import { bearsMark } from './logseq-block.ts'
import { isKey } from './key.ts'
import { maskCode } from './code-mask.ts'

const BOX = /^\s*\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}[ \t]*/u
/**
 * The alternatives begin with different characters. None continues over an unbounded run in which another could begin,
 * so matching stays linear.
 */
const TOKEN =
  /\n|\$\$[^$\n]{1,2048}\$\$|https?:\/\/[^\s()[\]]{1,2048}|\(\(([\w-]{1,64})\)\)|\{\{(?:\[\[)?embed(?:-path|-children)?(?:\]\])?:[ \t]{0,8}(?:\(\(([\w-]{1,64})\)\)|(\[\[[^\n{}]{1,256}?\]\]))[ \t]{0,8}\}\}|\{\{|\}\}|\[\[|\]\]|(?<!_)__(?!_)|(?<!\^)\^\^(?!\^)/gu
const ATTRIBUTE =
  /^(?:\*\*|__)?([\p{L}\p{N}][\p{L}\p{M}\p{N} _./-]{0,63}?)(?:\*\*|__)?[ \t]*::(?=[ \t\n]|$)[ \t]*/u

const MARKS: { readonly [written: string]: string } = { __: '*', '^^': '==' }

/**
 * Converts the words of one block.
 *
 * @param heading the level in the block's record, if any
 * @param idOf returns the id of the block that a reference names, or `undefined` if the export lacks it
 */
export function roamWords(
  written: string,
  heading: number | undefined,
  idOf: (uid: string) => string | undefined,
): string {
  const box = BOX.exec(written)
  const marker = box ? `${box[1]!} ` : ''
  const text = withLinks(withFences(box ? written.slice(box[0].length) : written), idOf)
  const words = marker === '' ? asProperty(text) : text
  const marks = heading !== undefined && bearsMark(firstLine(words)) ? `${'#'.repeat(heading)} ` : ''
  return marks + marker + words
}

const firstLine = (text: string): string => text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1)

/** Writes `Reading status:: done` as a property line. */
function asProperty(text: string): string {
  const match = ATTRIBUTE.exec(text)
  const key = match?.[1]!.trim().replaceAll(/ +/gu, '-')
  if (!match || key === undefined || !isKey(key)) return text
  const value = text.slice(match[0].length)
  return `${key}::${value === '' || value.startsWith('\n') ? '' : ' '}${value}`
}

/** Roam closes a fence at the end of the last line of code. Markdown needs a line of its own. */
function withFences(text: string): string {
  if (!text.includes('```')) return text
  const parts = text.split('```')
  const last = parts.length - 1
  let out = parts[0]!
  for (let at = 1; at <= last; at += 2) {
    const code = parts[at]!
    const isFence = at < last && code.includes('\n')
    if (isFence && out !== '' && !out.endsWith('\n')) out += '\n'
    out += `\`\`\`${code}`
    if (at === last) break
    if (isFence && !code.endsWith('\n')) out += '\n'
    const after = parts[at + 1]!
    out += `\`\`\`${isFence && after !== '' && !after.startsWith('\n') ? '\n' : ''}${after}`
  }
  return out
}

function withLinks(text: string, idOf: (uid: string) => string | undefined): string {
  const edits: { readonly start: number; readonly end: number; readonly words: string }[] = []
  const replace = (start: number, length: number, words: string): unknown =>
    edits.push({ start, end: start + length, words })
  const open = new Map<string, number>()
  let links = 0
  let macros = 0
  for (const { 0: token, 1: uid, 2: embedded, 3: page, index } of maskCode(text).matchAll(TOKEN)) {
    if (token === '\n') {
      open.clear()
      links = 0
    } else if (token === '[[') links++
    else if (token === ']]') links = Math.max(0, links - 1)
    else if (token === '{{') macros++
    else if (token === '}}') macros = Math.max(0, macros - 1)
    else if (page !== undefined) {
      const from = index + token.lastIndexOf(page)
      replace(index, token.length, `{{embed ${text.slice(from, from + page.length)}}}`)
    } else if (uid !== undefined || embedded !== undefined) {
      const id = idOf((uid ?? embedded)!)
      if (id !== undefined)
        replace(index, token.length, uid === undefined ? `{{embed ((${id}))}}` : `((${id}))`)
    } else if (MARKS[token] !== undefined && links === 0 && macros === 0) {
      const before = open.get(token)
      const isClosing = before !== undefined && /\S/u.test(text[index - 1] ?? ' ') && index > before + 2
      if (isClosing) {
        replace(before, 2, MARKS[token])
        replace(index, 2, MARKS[token])
        open.delete(token)
      } else if (/\S/u.test(text[index + 2] ?? ' ')) open.set(token, index)
    }
  }
  if (edits.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const { start, end, words } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, start), words)
    done = end
  }
  return parts.join('') + text.slice(done)
}
