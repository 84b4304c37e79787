/** Every page, in the order of the navigation. */
import type { Page } from '../page.ts'
import { assistants } from './assistants.ts'
import { devices } from './devices.ts'

export const PAGES: readonly Page[] = [assistants, devices]
