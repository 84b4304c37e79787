import { describePostgres } from '@notegraph/postgres-tests'
import {
  accountsContract,
  auditContract,
  importsContract,
  signInContract,
  sweepsContract,
} from '@notegraph/store/contract'
import { describe } from 'vitest'
import { emptyStore } from './empty-store.ts'

// Each suite has hooks of its own, and all of them share the database.
describePostgres('PostgreSQL', (database) => {
  const open = async () => emptyStore(database.url)
  describe('accounts, tokens and sessions', () => {
    accountsContract(open)
  })
  describe('sign-in', () => {
    signInContract(open)
  })
  describe('the audit log', () => {
    auditContract(open)
  })
  describe('imports', () => {
    importsContract(open)
  })
  sweepsContract(open)
})
