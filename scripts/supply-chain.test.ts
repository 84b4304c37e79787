/** Code of others that runs where the project is built and released. @see docs/decisions/07-running-a-server.md */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted()
const USES = WORKFLOWS.flatMap((path) =>
  Array.from(text(path).matchAll(/\buses: *(.+)$/gm), ([, action]) => [path, action!] as const),
)

test('the workflows use actions', () => expect(USES.length).toBeGreaterThan(8))

test.each(USES)('%s names an action by its commit, with its version beside: %s', (_, action) => {
  expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('one action has one commit', () => {
  const names = new Set(USES.map(([, action]) => action.split('@')[0]))
  expect(new Set(USES.map(([, action]) => action)).size).toBe(names.size)
})

test('a bot proposes updates, commits of actions, and digests of images; security updates at once', () => {
  const { extends: presets, vulnerabilityAlerts } = JSON.parse(text('.github/renovate.json')) as {
    extends: string[]
    vulnerabilityAlerts: unknown
  }
  expect(vulnerabilityAlerts).toEqual({ enabled: true, minimumReleaseAge: null, schedule: ['at any time'] })
  expect(presets).toEqual(['config:recommended', 'helpers:pinGitHubActionDigests', 'docker:pinDigests'])
})

test.each([
  ['.github/workflows/ci.yml', 'audit signatures'],
  ['.github/workflows/release.yml', 'audit signatures'],
  ['.github/workflows/release.yml', 'audit --prod --audit-level high'],
  ['.github/workflows/release.yml', 'sbom --sbom-format cyclonedx --prod'],
])('%s runs %s', (path, command) => expect(text(path)).toContain(command))
