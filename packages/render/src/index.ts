// Rendering
export type { Renderer } from './renderer.ts'
export { createRenderer } from './whole-renderer.ts'
export type { Room } from './rendering.ts'
export type { BlockView, FileView, Sources } from './sources.ts'

// Reading a block first, to load what it shows
export { type ReadBlock, readBlock } from './read-block.ts'
export { type Needs, needsOf } from './needs.ts'
export { queryIn } from './embed.ts'
export { type QueryRow, type QueryTable, tableHtml } from './query-table.ts'

// Text
export { blockWords, lineWords } from './words-of.ts'
export { markedHtml, markedText } from './marked.ts'
export { DIAGRAM } from './code.ts'
export { escapeHtml } from './escape.ts'
export { htmlWords } from './html-words.ts'
