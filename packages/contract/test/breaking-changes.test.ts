/** A client of the last release works with the next one, unless a changeset says `major`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'
import { builtDocument, DOCUMENT_NAMES, releasedDocument } from './documents.ts'

const CHANGESETS = join(import.meta.dirname, '../../../.changeset')

/** All packages share one version, so one changeset decides. */
const saysMajor = (changeset: string) =>
  /^'@notegraph\/[\w-]+': major$/m.test(/^---\n(.*?)\n---\n/s.exec(changeset)?.[1] ?? '')
const nextIsMajor = () =>
  globSync(join(CHANGESETS, '*.md')).some((path) => saysMajor(readFileSync(path, 'utf8')))

test.each(DOCUMENT_NAMES)('[14] the document %s breaks no client of the last release', (name) => {
  const found = breakingChanges(releasedDocument(name), builtDocument(name))
  // Undo the changes that this lists, or add a changeset that says major.
  expect(found).toEqual(nextIsMajor() ? found : [])
})

test.each([
  ["---\n'@notegraph/contract': major\n---\n\nA route is gone.\n", true],
  ["---\n'@notegraph/api': patch\n'@notegraph/client': major\n---\n\nA route is gone.\n", true],
  ["---\n'@notegraph/contract': minor\n---\n\n'@notegraph/contract': major\n", false],
])('[14] the changeset %j announces a break: %j', (changeset, announced) =>
  expect(saysMajor(changeset)).toBe(announced),
)
