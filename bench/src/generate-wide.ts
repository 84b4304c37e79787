/**
 * A graph of many short pages in many scripts. Half of its words are Chinese, Japanese, Korean, Cyrillic, Arabic, Hindi
 * or Thai, or have emoji, accents and typographic marks. Blocks link and tag pages and refer to blocks; pages have
 * properties and aliases.
 */
import { isoDay, makeDay } from '@notegraph/block-text'
import { generateBlock } from './generate.ts'
import { random, type Random } from './random.ts'

export interface GeneratedNote {
  readonly path: string
  readonly text: string
}

/** The folder layout of Logseq or Obsidian. */
export type FolderShape = 'logseq' | 'obsidian'

interface Script {
  /** The ranges of letters for words. */
  readonly letters: readonly (readonly [from: number, to: number])[]
  /** The most letters of a word. Scripts without spaces have long ones. */
  readonly longest: number
  readonly end: string
}

const range = (from: string, to: string) => [from.codePointAt(0)!, to.codePointAt(0)!] as const

const SCRIPTS: readonly Script[] = [
  { letters: [range('一', '鿿')], longest: 14, end: '。' },
  { letters: [range('一', '鿿')], longest: 14, end: '！' },
  { letters: [range('ぁ', 'ん'), range('ァ', 'ン'), range('一', '鿿')], longest: 12, end: '。' },
  { letters: [range('가', '힣')], longest: 4, end: '.' },
  { letters: [range('а', 'я')], longest: 9, end: '.' },
  { letters: [range('а', 'я')], longest: 9, end: '!' },
  { letters: [range('ا', 'غ')], longest: 7, end: '؟' },
  { letters: [range('क', 'ह')], longest: 5, end: '।' },
  { letters: [range('ก', 'ฮ')], longest: 10, end: '' },
  { letters: [range('a', 'z'), range('à', 'ö')], longest: 9, end: '…' },
]
const EMOJI = ['😀', '🎉', '👍🏽', '👩‍💻', '🇯🇵', '❤️', '✅', '☕']
const MARKS = ['—', '“', '”', '’', '–', '→', '•']

function wideWord(dice: Random, { letters, longest }: Script): string {
  let word = ''
  for (let left = 1 + dice.below(longest); left > 0; left--) {
    const [from, to] = dice.pick(letters)
    word += String.fromCodePoint(from + dice.below(to - from + 1))
  }
  return word
}

function wideSentence(dice: Random): string {
  const script = dice.pick(SCRIPTS)
  const words = Array.from({ length: 2 + dice.below(10) }, () => wideWord(dice, script))
  if (dice.below(4) === 0) words.push(dice.pick(EMOJI))
  if (dice.below(3) === 0) words.splice(1, 0, dice.pick(MARKS))
  return words.join(' ') + script.end
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
/** The id of a block of a page. */
const idOf = (page: number, block: number): string =>
  `66000000-0000-4000-8000-${hex(page, 6)}${hex(block, 6)}`
const isReferred = (page: number, block: number): boolean => (page * 7 + block) % 12 === 0

const isJournal = (page: number): boolean => page % 10 === 3
const dayOf = (page: number): number => {
  const nth = Math.floor(page / 10)
  return makeDay(2020 + (Math.floor(nth / 336) % 6), 1 + (Math.floor(nth / 28) % 12), 1 + (nth % 28))!
}

function namesOf(pages: number, dice: Random): readonly string[] {
  return Array.from({ length: pages }, (_, page) => {
    if (isJournal(page)) return isoDay(dayOf(page))
    if (page % 2 === 0) return `Page ${page}`
    return `${wideWord(dice, dice.pick(SCRIPTS))} ${page}`
  })
}

/** All pages together have `blocks` blocks, as an import counts them. */
export function* generateWide(
  blocks: number,
  pages: number,
  shape: FolderShape,
  seed = 1,
): Generator<GeneratedNote> {
  const dice = random(seed)
  const names = namesOf(pages, dice)
  const each = Math.floor(blocks / pages)
  const linkTo = (): string => `[[${names[Math.floor(pages ** dice.next()) - 1]!}]]`
  const referTo = (): string => {
    const page = dice.below(pages)
    const block = Array.from({ length: each }, (_, at) => at).find((at) => isReferred(page, at))!
    return shape === 'logseq' ? `((${idOf(page, block)}))` : `[[${names[page]}#^b${block}]]`
  }
  function content(page: number, block: number): string {
    const parts = [dice.below(2) === 0 ? wideSentence(dice) : generateBlock(dice, pages)]
    if (dice.below(3) === 0) parts.unshift(linkTo())
    if (dice.below(6) === 0) parts.unshift(`#${wideWord(dice, SCRIPTS[dice.below(5)]!)}`)
    if (dice.below(10) === 0) parts.unshift(referTo())
    if (dice.below(10) === 0) parts.push(`\nключ:: ${dice.below(9)}\nрейтинг:: ${linkTo()}`)
    const text = parts.join(' ').replace(/ \n/g, '\n')
    if (!isReferred(page, block)) return text
    return shape === 'logseq' ? `${text}\nid:: ${idOf(page, block)}` : text.replace(/(?=\n|$)/, ` ^b${block}`)
  }
  function head(page: number): string[] {
    if (isJournal(page) || page % 3 !== 0) return []
    const alias = `${wideWord(dice, SCRIPTS[4]!)}${page}`
    return shape === 'logseq'
      ? [`alias:: ${alias}`, `tags:: tag${dice.below(50)}, книга`, 'type:: book', '']
      : ['---', `aliases: [${alias}]`, `tags: [tag${dice.below(50)}, книга]`, 'type: book', '---']
  }
  for (let page = 0; page < pages; page++) {
    const lines = head(page)
    let depth = 0
    for (let block = 0; block < each; block++) {
      for (const [i, line] of content(page, block).split('\n').entries())
        lines.push(`${'\t'.repeat(depth)}${i === 0 ? '- ' : '  '}${line}`)
      depth = Math.max(0, Math.min(6, depth + dice.below(3) - 1))
    }
    const name = names[page]!
    yield { path: pathOf(shape, page, name), text: `${lines.join('\n')}\n` }
  }
}

function pathOf(shape: FolderShape, page: number, name: string): string {
  if (shape === 'obsidian') return isJournal(page) ? `Daily/${name}.md` : `Notes ${page % 20}/${name}.md`
  return isJournal(page) ? `journals/${name.replaceAll('-', '_')}.md` : `pages/${name}.md`
}
