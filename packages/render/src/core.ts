// The renderer without the libraries for formulas and colors, which are three quarters of the code. A page can load them
// later, and pass them to `createRenderer`.
export { createRenderer, type Renderer } from './renderer.ts'
export type { Looks, Room } from './rendering.ts'
export type { BlockView, FileView, Sources } from './sources.ts'
export { type ReadBlock, readBlock } from './read-block.ts'
export { type Needs, needsOf } from './needs.ts'
export { htmlWords } from './html-words.ts'
export { markedHtml, markedText } from './marked.ts'
export { escapeHtml } from './escape.ts'
