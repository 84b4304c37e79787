/** The name of a block in links and buttons: the beginning of its first line. */
import { cutLine, visibleLine, type BlockText } from '@notegraph/block-text'
import { lineWords } from '@notegraph/render'

const MOST = 60

export function blockName(block: BlockText): string {
  const text = lineWords(cutLine(visibleLine(block)).text)
  if (text === '') return 'Empty block'
  return text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text
}

/** Names the blocks of one page. Links and buttons of a block share its name, and reading a text takes the most time. */
export function blockNames(): (block: BlockText) => string {
  const names = new Map<string, string>()
  return (block) => {
    const known = names.get(block.content)
    if (known !== undefined) return known
    const name = blockName(block)
    names.set(block.content, name)
    return name
  }
}
