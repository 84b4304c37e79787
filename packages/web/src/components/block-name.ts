/** The name of a block in links and buttons: the beginning of its first line. */
import { cutLine, parseBlock, visibleLine } from '@notegraph/block-text'
import { lineWords } from '@notegraph/render'

const MOST = 60

export function blockName(content: string): string {
  const text = lineWords(cutLine(visibleLine(parseBlock(content))).text)
  if (text === '') return 'Empty block'
  return text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text
}

/** Names the blocks of one page. Links and buttons of a block share its name, and reading a text takes the most time. */
export function blockNames(): (content: string) => string {
  const names = new Map<string, string>()
  return (content) => {
    const known = names.get(content)
    if (known !== undefined) return known
    const name = blockName(content)
    names.set(content, name)
    return name
  }
}
