/**
 * A page as a note that Obsidian shows. Properties become front matter, blocks bullets, and tasks checkboxes. Links to pages and
 * blocks have Obsidian's form.
 */
import { listValues } from '@notegraph/block-text'
import { maskCode } from './code-mask.ts'
import { opensMultiLine } from './multi-line.ts'
import type { WritablePage } from './page-lines.ts'
import type { VaultLinks } from './export-plan.ts'
import { anchorOf } from './vault-plan.ts'

/** The signs of Obsidian's checkboxes. */
const BOXES: { readonly [marker: string]: string } = { TODO: ' ', DOING: '/', DONE: 'x', CANCELED: '-' }
const TASK = /^(TODO|DOING|DONE|CANCELED)(?=[ \n]|$)/u

/**
 * Returns the text of a note.
 *
 * @param title the name of the page, unless its file gives it
 * @param spell returns the owner's spelling of a key
 */
export function vaultText(
  { props, blocks }: WritablePage,
  title: string | undefined,
  links: VaultLinks,
  spell: (key: string) => string,
): string {
  const head = props.map(([key, { text }]) => entryOf(key, spell(key), vaultLinks(text, links)))
  if (title !== undefined) head.unshift(`title: ${quoted(title)}`)
  const front = head.length === 0 ? [] : ['---', ...head, '---', '']
  const lines = blocks.flatMap(({ depth, content, id }) => bulletOf(depth, content.text, id, links))
  const all = [...front, ...lines]
  return all.length === 0 ? '' : `${all.join('\n')}\n`
}

function bulletOf(depth: number, content: string, id: string | undefined, links: VaultLinks): string[] {
  const task = TASK.exec(content)?.[1]
  const boxed = task === undefined ? content : `[${BOXES[task]}]${content.slice(task.length)}`
  const lines = vaultLinks(boxed, links).split('\n')
  if (id !== undefined) {
    const anchor = `^${anchorOf(id)}`
    if (opensMultiLine(lines[0]!) || lines.length > 1) lines.push(anchor)
    else lines[0] = `${lines[0]} ${anchor}`.trimStart()
  }
  const indent = '\t'.repeat(depth)
  return lines.map((line, i) => `${indent}${i === 0 ? '-' : ' '} ${line}`.trimEnd())
}

/** Lists become lists of YAML, so that Obsidian shows each alias and tag. */
function entryOf(key: string, spelled: string, value: string): string {
  const name =
    key === 'alias' ? 'aliases' : /^[\p{L}\p{N}_][\p{L}\p{N}_/-]*$/u.test(spelled) ? spelled : quoted(spelled)
  const values = key === 'alias' || key === 'tags' ? listValues(value) : []
  if (values.length > 0) return [`${name}:`, ...values.map((one) => `  - ${scalar(one)}`)].join('\n')
  return `${name}: ${scalar(value)}`
}

/** Numbers, days and plain words need no quotes. */
const scalar = (value: string): string =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N}./ -]*[\p{L}\p{N}.])?$/u.test(value) ? value : quoted(value)
const quoted = (text: string): string => JSON.stringify(text)

const LINK =
  /\{\{embed \[\[(?<shownPage>[^[\]\n]+)\]\]\}\}|\{\{embed \(\((?<shownBlock>[^()\s]+)\)\)\}\}|\[(?<label>[^[\]\n]*)\]\(\(\((?<labelled>[^()\s]+)\)\)\)|\(\((?<block>[^()\s]+)\)\)|(?<!\\)#?\[\[(?<page>[^[\]\n|#^]+)\]\]/gu

/** Writes links and embeds in Obsidian's form. A target that the graph does not have stays as it is. */
function vaultLinks(text: string, { toPage, toBlock }: VaultLinks): string {
  if (!text.includes('[[') && !text.includes('((')) return text
  let out = ''
  let done = 0
  for (const { 0: written, index, groups = {} } of maskCode(text).matchAll(LINK)) {
    const { shownPage, shownBlock, label = '', labelled, block, page } = groups
    const link = (target: string | undefined, words = ''): string | undefined =>
      target === undefined ? undefined : `[[${target}${words === '' || words === target ? '' : `|${words}`}]]`
    const embed = (target: string | undefined) => (target === undefined ? undefined : `![[${target}]]`)
    const rewritten =
      shownPage !== undefined
        ? embed(toPage(shownPage))
        : shownBlock !== undefined
          ? embed(toBlock(shownBlock))
          : labelled !== undefined
            ? link(toBlock(labelled), label)
            : block !== undefined
              ? link(toBlock(block))
              : link(toPage(page!) ?? page, page)
    if (rewritten === undefined) continue
    out += text.slice(done, index) + rewritten
    done = index + written.length
  }
  return out + text.slice(done)
}
