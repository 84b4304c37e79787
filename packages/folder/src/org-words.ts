/** The words of an Org line in Markdown: emphasis, code, links and footnotes. All other text stays. */
import { isLocalMedia } from './address.ts'
import { unBracketed } from './label.ts'
import { baseOf, endingOf } from './path.ts'

/**
 * The characters before and after emphasis, as in Org's manual. The length of emphasis is bounded, so any line takes
 * one pass.
 */
const MARKUP = String.raw`(?<=^|[\s\-({'"])([*/+_=~])(\S|\S[^\n]{0,400}?\S)\3(?=$|[\s\-.,;:!?'")}\[\]])`
/** A bracket in a target has a backslash before it. */
const TARGET = String.raw`(?:[^\[\]\n\\]|\\[\[\]]?)`
/** A label can hold pairs of brackets, also at its end. */
const LABEL = String.raw`(?:[^\[\]\n]|\[[^\[\]\n]{0,256}\]|\](?!\]))`
const PIECE = new RegExp(
  [
    String.raw`\[\[(${TARGET}{1,1024})\](?:\[(${LABEL}{0,1024})\])?\]`,
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
      const label = written ? (pictureIn(written) ?? unBracketed(written)) : undefined
      const to = target?.replaceAll(/\\(?=[[\]])/gu, '')
      if (to !== undefined) return noteLink(targetOf(to), label) ?? link(to, label)
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

/** `Book: Dune` is the name of a page. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?=\S)/iu
/** A heading or an id in the same file. */
const PART = /^(?:\*|#)(.*)$/u
/** A file, with a place in it: `file:book.pdf::12`. */
const FILE =
  /^(?:(?:file(?:\+[a-z]+)?|docview|pdf):(?:\/\/(?=\/))?(?=\S)|(?=(?:\.{0,2}|~)\/|assets\/))([^\n]+?)(?:::#?([^\n]*))?$/u

/** The address of a file; `undefined` for another target. */
function fileIn(target: string, isLabelled: boolean): string | undefined {
  const [, file, place] = FILE.exec(target) ?? (isLabelled && isLocalMedia(target) ? [target, target] : [])
  if (file === undefined || place === undefined) return file
  return `${file}#${endingOf(file) === 'pdf' && /^\d/u.test(place) ? 'page=' : ''}${place}`
}

/** A label that is the address of a picture shows it. */
const pictureIn = (label: string): string | undefined =>
  label.startsWith('file:') && PICTURES.has(endingOf(label)) ? link(label, undefined) : undefined

function link(written: string, label: string | undefined): string {
  const target = written.replace(/^roam:/u, '')
  const file = fileIn(target, label !== undefined)
  if (file !== undefined) {
    const picture = PICTURES.has(endingOf(file)) ? '!' : ''
    return `${picture}[${label ?? (baseOf(file) || file)}](${/[\s()]/u.test(file) ? `<${file}>` : file})`
  }
  if (SCHEME.test(target)) return label === undefined ? target : `[${label}](${target})`
  if (/^\(\([^()]+\)\)$/u.test(target)) return label === undefined ? target : `[${label}](${target})`
  const part = PART.exec(target)?.[1]?.trim()
  if (part !== undefined && part !== '')
    return `[${label ?? part}](${/[\s()<>]/u.test(part) ? `<#${part}>` : `#${part}`})`
  return label === undefined || label === target ? `[[${target}]]` : `[${label}]([[${target}]])`
}
