/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import { movingContract } from '@notegraph/store/contract'
import { emptyStore } from './empty-store.ts'
import { runSql } from './run-sql.ts'

describePostgres('marks of PostgreSQL, set by another process', (database) => {
  movingContract(async () => ({
    store: await emptyStore(database.url),
    async mark(accountId, moving) {
      const mark = moving === undefined ? 'NULL' : `'${moving}'`
      await runSql(
        database.url,
        `UPDATE account SET moving = ${mark} WHERE account_id = '${accountId}';
         UPDATE graph SET closed = ${moving !== undefined} WHERE account_id = '${accountId}'`,
      )
    },
  }))
})
