/** The renderer with formulas, and with code in colors. */
import { colors } from './colors.ts'
import { formulas } from './formulas.ts'
import { createRenderer as createCore, type Renderer } from './renderer.ts'
import type { Room } from './rendering.ts'
import type { Sources } from './sources.ts'

/**
 * Creates the renderer of one page.
 *
 * @param most characters that it may spend; none for a caller that needs words alone
 * @example
 * createRenderer({ page: (name) => `/page/${name}` }).line('see [[Ann]]') // 'see <a class="ref" href="/page/Ann">Ann</a>'
 */
export const createRenderer = (sources: Sources = {}, most?: Room): Renderer =>
  createCore(sources, most, { maths: formulas, code: colors })
