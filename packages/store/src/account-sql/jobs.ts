/** The jobs that an account has under way, or had last. */
import { JOB, type JobRow, type JobStore } from '../jobs.ts'
import { namesOf } from '../members.ts'
import { columns, insertInto, ofAccount, set, setExcluded } from './statement.ts'
import { inPlace, one, wrote, type AccountSql } from './work.ts'

const CHANGED = 'state seenAt endedAt? done total result?'
const MEMBERS = namesOf(JOB)

/** The statements for the table of one kind of job. */
const statementsOf = (table: 'import_job' | 'restore_job') => ({
  find: ofAccount<JobRow>(
    `SELECT ${columns(`accountId ${MEMBERS}`)} FROM ${table} WHERE account_id = @accountId`,
  ),
  begin: ofAccount(
    `${insertInto(table, `accountId ${MEMBERS}`)} ON CONFLICT (account_id) DO UPDATE SET ${setExcluded(MEMBERS)}
     WHERE ${table}.state <> 'running' OR ${table}.seen_at < @seenSince`,
  ),
  update: ofAccount(`UPDATE ${table} SET ${set(CHANGED)} WHERE account_id = @accountId AND id = @id`),
})
const IMPORTS = statementsOf('import_job')
const RESTORES = statementsOf('restore_job')

const jobStore = (db: AccountSql, { find, begin, update }: typeof IMPORTS): JobStore => ({
  find: async (accountId) => db.run(one(find, { accountId })),
  begin: async (job, seenSince) => inPlace(db, job.accountId, () => wrote(begin, { ...job, seenSince })),
  // Progress is reported again soon, so only the result must survive a power cut.
  update: async (job) =>
    inPlace(db, job.accountId, () => wrote(update, job), { isBrief: job.state === 'running' }),
})

/** The imports of accounts. */
export const importStore = (db: AccountSql): JobStore => jobStore(db, IMPORTS)
/** The restores of whole graphs. */
export const restoreStore = (db: AccountSql): JobStore => jobStore(db, RESTORES)
