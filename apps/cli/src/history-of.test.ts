import { openTestStore } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import type { Run } from './command.ts'
import { pageIdOf } from './history-of.ts'

test('[H3] today is that of UTC for an account whose zone the runtime does not know', async () => {
  const run = { store: await openTestStore(), now: Date.UTC(2026, 10, 20, 23) } as Run
  const account = {
    id: 'me',
    plan: 'active',
    allowed: true,
    quota: 1,
    createdAt: 0,
    zone: 'Mars/Base',
  } as const
  expect(await pageIdOf(run, account, 'today')).toBe('journal-20261120')
})
