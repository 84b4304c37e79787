/** The words of an Org line in Markdown: emphasis, code, links and footnotes. All other text stays. */
import { unBracketed } from './label.ts'
import { baseOf, endingOf } from './path.ts'

/**
 * The characters before and after emphasis, as in Org's manual. The length of emphasis is bounded, so any line takes
 * one pass.
 */
const MARKUP = String.raw`(?<=^|[\s\-({'"])([*/+_=~])(\S|\S[^\n]{0,400}?\S)\3(?=$|[\s\-.,;:!?'")}\[\]])`
const PIECE = new RegExp(
  [
    String.raw`\[\[([^\[\]\n]{1,1024})\](?:\[((?:[^\]\n]|\](?!\])){1,1024})\])?\]`,
    MARKUP,
    String.raw`\[fn:([\p{L}\p{N}_-]{1,64})\]`,
    String.raw`https?://[^\s<>\]]{1,2048}|\{\{[^\n]{0,400}?\}\}|\(\([^\s()]{1,64}\)\)`,
  ].join('|'),
  'gu',
)
const SIGNS: { readonly [sign: string]: readonly [open: string, close: string] } = {
  '*': ['**', '**'],
  '/': ['*', '*'],
  '+': ['~~', '~~'],
  _: ['<u>', '</u>'],
}
const PICTURES = new Set(['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'])

/** Returns the link of a block for the target of a link, or `undefined` for another address. */
export type TargetOf = (target: string) => string | undefined

/** Converts the words of one line. */
export function orgWords(line: string, targetOf: TargetOf = () => undefined): string {
  return line.replaceAll(
    PIECE,
    (whole, target?: string, written?: string, sign?: string, inside?: string, footnote?: string) => {
      const label = written === undefined ? undefined : unBracketed(written)
      if (target !== undefined) return noteLink(targetOf(target), label) ?? link(target, label)
      if (footnote !== undefined) return `[^${footnote}]`
      if (sign === undefined || inside === undefined) return whole
      const [open, close] = SIGNS[sign] ?? ['', '']
      return open === '' ? code(inside) : `${open}${orgWords(inside, targetOf)}${close}`
    },
  )
}

/** Formats words as code. */
export function code(words: string): string {
  const ticks = words.includes('`') ? '``' : '`'
  return words.includes('``') ? words : `${ticks}${words}${ticks}`
}

const noteLink = (target: string | undefined, label: string | undefined): string | undefined =>
  target === undefined || label === undefined || target === `[[${label}]]` ? target : `[${label}](${target})`

const SCHEME = /^[a-z][a-z0-9+.-]*:/iu
/** A heading or an id in the same file. */
const PART = /^(?:\*|#)(.*)$/u
const FILE = /^((?:\.{0,2}\/|assets\/)[^\n]*)$/u

function link(target: string, label: string | undefined): string {
  const file = target.startsWith('file:') ? target.slice('file:'.length) : FILE.exec(target)?.[1]
  if (file !== undefined) {
    const picture = PICTURES.has(endingOf(file)) ? '!' : ''
    return `${picture}[${label ?? baseOf(file)}](${/[\s()]/u.test(file) ? `<${file}>` : file})`
  }
  if (SCHEME.test(target)) return label === undefined ? target : `[${label}](${target})`
  if (/^\(\([^()]+\)\)$/u.test(target)) return label === undefined ? target : `[${label}](${target})`
  const part = PART.exec(target)?.[1]?.trim()
  if (part !== undefined && part !== '')
    return `[${label ?? part}](${/[\s()<>]/u.test(part) ? `<#${part}>` : `#${part}`})`
  return label === undefined || label === target ? `[[${target}]]` : `[${label}]([[${target}]])`
}
