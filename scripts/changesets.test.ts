/** Each changeset names packages that exist, and describes the change for people who upgrade. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const names = new Set(
  globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: ROOT }).map(
    (path) => (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string }).name,
  ),
)
const files = globSync('.changeset/*.md', { cwd: ROOT }).filter((path) => basename(path) !== 'README.md')

test.each(files)('%s', (path) => {
  const [, head = '', summary = ''] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
  const lines = [...head.matchAll(/^'([^']+)': (\w+)$/gm)]
  expect(lines.length).toBeGreaterThan(0)
  for (const [, name, bump] of lines) {
    expect(names).toContain(name)
    expect(['patch', 'minor', 'major']).toContain(bump)
  }
  expect(summary.trim().length).toBeGreaterThan(20)
})

test('all packages share one version', () => {
  const config = JSON.parse(readFileSync(join(ROOT, '.changeset/config.json'), 'utf8')) as {
    fixed: string[][]
  }
  expect(config.fixed).toEqual([['@notegraph/*', 'notegraph']])
})
