/** The renderer of blocks, for all views. */
import { createContext, type Context } from 'preact'
import type { RenderBlock } from '../render-block.ts'

export const Shown: Context<RenderBlock> = createContext<RenderBlock>(() => {
  throw new Error('There is no renderer.')
})
