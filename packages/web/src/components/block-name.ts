/** The name of a block in links and buttons: the beginning of its first line. */
import { cutLine, parseBlock, visibleLine } from '@notegraph/block-text'
import { lineWords } from '@notegraph/service'

const MOST = 60

export function blockName(content: string): string {
  const text = lineWords(cutLine(visibleLine(parseBlock(content))).text)
  if (text === '') return 'Empty block'
  return text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text
}
