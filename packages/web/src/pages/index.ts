/** Every page, in the order of the navigation. */
import type { Page } from '../page.ts'
import { assistants } from './assistants.ts'
import { changes } from './changes.ts'
import { devices } from './devices.ts'
import { storage } from './storage.ts'

export const PAGES: readonly Page[] = [assistants, changes, devices, storage]
