/**
 * The words of notes, without their marks, for places that show plain text: snippets, found values, and links to blocks.
 * The one renderer reads the marks, so the words are those of the page.
 */
import { createRenderer } from './renderer.ts'

/**
 * The words of a block: tasks, dates and properties included.
 * @example
 * blockWords('TODO **rye**') // 'TODO rye'
 */
export const blockWords = (content: string): string => textOf(createRenderer().block(content))

/**
 * The words of one line, such as the value of a property.
 * @example
 * lineWords('**calm**, see [[Night boat]]') // 'calm, see Night boat'
 */
export const lineWords = (text: string): string => textOf(createRenderer().line(text))

/** A formula has its source as an annotation, and words for screen readers only are not shown. */
const LEFT_OUT =
  /<math.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>|<span class="unseen">[^<]*<\/span>/gs
/** Tags between which words do not meet. */
const BETWEEN = /<\/?(?:p|div|li|ul|ol|h[1-6]|t[dhr]|d[ldt]|pre|blockquote|br|hr)\b[^>]*>/g
const TAG = /<[^>]*>/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** @param html from the renderer, which escapes `<` and `>` in texts and attributes */
const textOf = (html: string): string =>
  html
    .replaceAll(LEFT_OUT, '$1')
    .replaceAll(BETWEEN, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
