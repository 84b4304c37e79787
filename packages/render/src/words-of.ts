/**
 * The words of notes, without their marks, for places that show plain text: snippets, found values, and links to blocks.
 * The one renderer reads the marks, so the words are those of the page.
 */
import { htmlWords } from './html-words.ts'
import { createRenderer } from './whole-renderer.ts'

/**
 * The words of a block: tasks, dates and properties included.
 * @example
 * blockWords('TODO **rye**') // 'TODO rye'
 */
export const blockWords = (content: string): string => htmlWords(createRenderer().block(content))

/**
 * The words of one line, such as the value of a property.
 * @example
 * lineWords('**calm**, see [[Night boat]]') // 'calm, see Night boat'
 */
export const lineWords = (text: string): string => htmlWords(createRenderer().line(text))
