/**
 * The words of notes, without their marks, for places that show plain text: snippets, found values, and links to blocks.
 * The one renderer reads the marks, so the words are those of the page.
 */
import { formulas } from './formulas.ts'
import { htmlWords } from './html-words.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import type { Sources } from './sources.ts'

/** Code has the same words without colors. */
const wordRenderer = (sources: Sources): Renderer => createRenderer(sources, undefined, { maths: formulas })

/**
 * The words of a block: tasks, dates and properties included.
 * @param sources the content that the block shows from elsewhere
 * @example
 * blockWords('TODO **rye**') // 'TODO rye'
 */
export const blockWords = (content: string, sources: Sources = {}): string =>
  htmlWords(wordRenderer(sources).block(content))

/**
 * The words of one line, such as the value of a property.
 * @example
 * lineWords('**calm**, see [[Night boat]]') // 'calm, see Night boat'
 */
export const lineWords = (text: string): string => htmlWords(wordRenderer({}).line(text))
