/** @module-tag both-stores */
import { openTestStore } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import { deviceGrants } from './device-grants.ts'

test('[A9.6] a code is used up once, also by an exchange that found it before', async () => {
  const store = await openTestStore()
  const grants = deviceGrants(store, () => 1_000, 10)
  const grantId = await grants.create({ accountId: 'me', clientId: 'app', name: 'Laptop' })
  await grants.putCode('code', { kind: 'AuthorizationCode', grantId })
  expect(await grants.findCode('code')).toMatchObject({ grantId })
  await grants.useCode('code')
  expect(await grants.findCode('code')).toMatchObject({ grantId, consumed: 1 })
  await expect(grants.useCode('code')).rejects.toThrow('invalid_grant')
  await store.close()
})
