import { expect, test } from 'vitest'
import { diskFault } from './disk-fault.ts'

test.each([
  ['SQLITE_FULL', 'The disk is full (SQLITE_FULL). Free some space and try again.'],
  ['ENOSPC', 'The disk is full (ENOSPC). Free some space and try again.'],
  ['SQLITE_IOERR_SHMSIZE', 'The disk is full (SQLITE_IOERR_SHMSIZE). Free some space and try again.'],
  [
    'SQLITE_IOERR_FSYNC',
    'The disk failed (SQLITE_IOERR_FSYNC). Look for the reason in the log of the system.',
  ],
  ['EIO', 'The disk failed (EIO). Look for the reason in the log of the system.'],
  ['SQLITE_READONLY_DBMOVED', expect.stringMatching(/^The disk is read-only /)],
  ['SQLITE_CORRUPT_INDEX', expect.stringMatching(/^A file of the database is damaged .* Restore a backup/)],
  ['SQLITE_NOTADB', expect.stringMatching(/^A file of the database is damaged /)],
  ['SQLITE_BUSY', undefined],
  ['EIOLIKE', undefined],
  [28, undefined],
])('[operations] a fault of the disk with the code %s is in words', (code, words) =>
  expect(diskFault(Object.assign(new Error('disk I/O error'), { code }))).toEqual(words),
)

test('an error without a code is no fault of the disk', () => expect(diskFault(undefined)).toBeUndefined())
