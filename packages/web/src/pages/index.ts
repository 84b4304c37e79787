/** Every page, in the order of the navigation. */
import type { Page } from '../page.ts'
import { account } from './account.ts'
import { api } from './api.ts'
import { assistants } from './assistants.ts'
import { changes } from './changes.ts'
import { conflicts } from './conflicts.ts'
import { digest } from './digest.ts'
import { devices } from './devices.ts'
import { day } from './graph/day.ts'
import { pages } from './graph/pages.ts'
import { search } from './graph/search.ts'
import { tasks } from './graph/tasks.ts'
import { people } from './people.ts'
import { security } from './security.ts'
import { sharing } from './sharing.ts'
import { sites } from './sites.ts'
import { snapshots } from './snapshots.ts'
import { storage } from './storage.ts'
import { plugins } from './plugins.ts'
import { notices } from './notices.ts'
import { transfer } from './transfer.ts'
import { webhooks } from './webhooks.ts'

export const PAGES: readonly Page[] = [
  pages,
  day,
  tasks,
  search,
  assistants,
  changes,
  conflicts,
  snapshots,
  notices,
  digest,
  devices,
  sharing,
  sites,
  webhooks,
  plugins,
  security,
  storage,
  transfer,
  account,
  people,
  api,
]
