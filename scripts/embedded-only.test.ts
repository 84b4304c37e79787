import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EMBEDDED_ONLY } from './embedded-only.ts'

test.each(Object.keys(EMBEDDED_ONLY))('a file that runs on the embedded store alone exists: %s', (path) => {
  expect(existsSync(join(import.meta.dirname, '..', path))).toBe(true)
})
