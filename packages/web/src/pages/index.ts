/** Every page, in the order of the navigation. */
import type { Page } from '../page.ts'
import { assistants } from './assistants.ts'

export const PAGES: readonly Page[] = [assistants]
