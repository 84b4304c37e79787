import { FOLDER_LIMITS } from '@notegraph/contract'
import { FOLDER_NOTE_LIMITS } from '@notegraph/folder'
import { expect, test } from 'vitest'

test('a folder on disk is read within the limits of its import', () => {
  expect(FOLDER_LIMITS).toMatchObject(FOLDER_NOTE_LIMITS)
})
