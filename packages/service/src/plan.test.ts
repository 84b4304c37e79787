import type { Account } from '@notegraph/store'
import { expect, test } from 'vitest'
import { planAt } from './index.ts'

const DAY = 86_400_000
const ENDED = Date.UTC(2026, 10, 20)

const account = (more: Pick<Account, 'plan'> & Partial<Account>): Account => ({
  id: 'me',
  allowed: true,
  quota: 1,
  createdAt: 0,
  ...more,
})

test.each([
  ['the moment the plan ended', 0, 'grace'],
  ['a day later', DAY, 'grace'],
  ['the last millisecond of 30 days', 30 * DAY - 1, 'grace'],
  ['30 days to the millisecond', 30 * DAY, 'none'],
  ['a year later', 365 * DAY, 'none'],
] as const)('[D9.3] grace, %s', (_, later, expected) => {
  expect(planAt(account({ plan: 'grace', endedAt: ENDED }), ENDED + later)).toBe(expected)
})

test.each(['active', 'none'] as const)('[D9.3] %s stays as it is', (plan) => {
  expect(planAt(account({ plan }), ENDED)).toBe(plan)
  expect(planAt(account({ plan }), ENDED + 1_000 * DAY)).toBe(plan)
})
