import { withoutHistory } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import { historyService } from './service.ts'

test('[H1, H2] a server that keeps no states makes no snapshot, which it could not keep', async () => {
  const store = await openTestStore()
  const account = { id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: 1 } as const
  await store.accounts.create(account)
  const make = async (kept = store) =>
    historyService(kept, { clock: () => 2, newId: () => 's' }).makeSnapshot(account, 'Then')
  const refusal = { code: 'conflict', why: 'history_off' }
  expect(await make(withoutHistory(store))).toEqual({ ok: false, refusal })
  expect(await make()).toEqual({ ok: true, value: { id: 's', name: 'Then', at: 2, seq: 0 } })
  await store.close()
})
