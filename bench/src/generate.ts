/**
 * A graph with the frequencies of real notes: few frequent words, links and tags, and many rare ones. It has some
 * tasks, dates, properties and references, and a tenth is Chinese or Japanese.
 */
import { isoDay, makeDay, weekday } from '@notegraph/block-text'
import { random, type Random } from './random.ts'

export interface GeneratedPage {
  readonly path: string
  readonly text: string
  readonly blocks: readonly string[]
}

const SYLLABLES = [
  'ba',
  'ke',
  'lo',
  'mi',
  'nu',
  'pra',
  'sti',
  'ter',
  'vo',
  'an',
  'el',
  'or',
  'qui',
  'sha',
  'wen',
  'zor',
]
const HAN = '日本語中文学校時間東京新聞電車会社人口天気食物水火山川田花鳥風月春夏秋冬大小高低長短'

/** The n-th word of the vocabulary. */
function word(n: number): string {
  let text = ''
  for (let rest = n + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length]
  return text
}

/** Zipf-like: the first of `count` values is about `count` times as frequent as the last. */
const zipf = (dice: Random, count: number): number => Math.floor(count ** dice.next()) - 1

const VOCABULARY = 20_000

function sentence(dice: Random, han: boolean): string {
  if (han)
    return Array.from({ length: 6 + dice.below(18) }, () => HAN[dice.below(HAN.length)]).join('') + '。'
  return Array.from({ length: 4 + dice.below(12) }, () => word(zipf(dice, VOCABULARY))).join(' ') + '.'
}

const MARKED = ['TODO', 'DOING', 'LATER', 'NOW', 'WAITING', 'DONE', 'DONE', 'CANCELED']

/** The content of one block. */
export function generateBlock(dice: Random, pages: number): string {
  const kind = dice.below(20)
  const han = dice.below(10) === 0
  const parts = [sentence(dice, han)]
  if (dice.below(3) === 0) parts.push(`[[Page ${zipf(dice, pages)}]]`)
  if (dice.below(6) === 0) parts.push(`#tag${zipf(dice, 200)}`)
  if (dice.below(4) === 0) parts.push(sentence(dice, han))
  let text = parts.join(' ')
  if (kind < 2)
    text = `${dice.pick(MARKED)} ${dice.below(3) === 0 ? `[#${dice.pick(['A', 'B', 'C'])}] ` : ''}${text}`
  if (kind === 0) {
    const day = makeDay(2026, 1 + dice.below(12), 1 + dice.below(28))!
    text += `\nSCHEDULED: <${isoDay(day)} ${weekday(day)}>`
  }
  if (kind === 2)
    text += `\nstatus:: ${dice.pick(['open', 'closed', 'waiting'])}\nrating:: ${1 + dice.below(5)}`
  if (kind === 3)
    text = `**${word(zipf(dice, VOCABULARY))}** \`code ${word(zipf(dice, VOCABULARY))}\` ${text}`
  return text
}

/** Pages of a Logseq folder with about `blocks` blocks in total. */
export function* generatePages(blocks: number, pages: number, seed = 1): Generator<GeneratedPage> {
  const dice = random(seed)
  for (let page = 0; page < pages; page++) {
    const count = Math.floor((blocks * (page + 1)) / pages) - Math.floor((blocks * page) / pages)
    const contents: string[] = []
    const lines =
      page % 10 === 0
        ? [`type:: ${dice.pick(['person', 'book', 'location'])}`, `tags:: tag${dice.below(50)}`, '']
        : []
    let depth = 0
    for (let block = 0; block < count; block++) {
      const content = generateBlock(dice, pages)
      contents.push(content)
      const indent = '\t'.repeat(depth)
      for (const [i, line] of content.split('\n').entries())
        lines.push(`${indent}${i === 0 ? '- ' : '  '}${line}`)
      depth = Math.max(0, Math.min(6, depth + dice.below(3) - 1))
      if (block === 0) depth = Math.min(depth, 1)
    }
    yield { path: `pages/Page ${page}.md`, text: `${lines.join('\n')}\n`, blocks: contents }
  }
}
