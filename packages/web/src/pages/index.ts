/** Every page, in the order of the navigation. */
import type { Page } from '../page.ts'
import { assistants } from './assistants.ts'
import { changes } from './changes.ts'
import { devices } from './devices.ts'
import { day } from './graph/day.ts'
import { pages } from './graph/pages.ts'
import { search } from './graph/search.ts'
import { tasks } from './graph/tasks.ts'
import { storage } from './storage.ts'

export const PAGES: readonly Page[] = [pages, day, tasks, search, assistants, changes, devices, storage]
