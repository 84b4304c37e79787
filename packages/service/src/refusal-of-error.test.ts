import { OutcomeUnknown, StoreUnavailable } from '@notegraph/store'
import { expect, test } from 'vitest'
import { refusalOfError } from './refusal-of-error.ts'

const fault = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['a bug', new Error('bug'), { code: 'internal' }],
  ['a disk that failed', fault('SQLITE_IOERR'), { code: 'internal' }],
  ['a full disk under SQLite', fault('SQLITE_FULL'), { code: 'unavailable', what: 'space' }],
  [
    'a full disk under the write-ahead log of SQLite',
    fault('SQLITE_IOERR_SHMSIZE'),
    { code: 'unavailable', what: 'space' },
  ],
  ['a full disk under a file', fault('ENOSPC'), { code: 'unavailable', what: 'space' }],
  [
    'a full disk under PostgreSQL',
    new StoreUnavailable(fault('53100')),
    { code: 'unavailable', what: 'space' },
  ],
  ['a database that is away', new StoreUnavailable(fault('57P03')), { code: 'unavailable', what: 'store' }],
  [
    'a disk that became full during a commit',
    new OutcomeUnknown(fault('53100')),
    { code: 'unavailable', what: 'outcome' },
  ],
])('[errors] %s', (_, error, refusal) => expect(refusalOfError(error)).toEqual(refusal))
