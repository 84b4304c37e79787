/**
 * Releases the present version: `npm run release [-- --dry-run]`. It checks the checkout, builds, tries the archives as users
 * install them, publishes each with its provenance, and pushes a tag. Run it again if it stopped: it goes on where it was.
 * A dry run does all of it except publish and tag.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../docs.ts'
import { packAll, workspacePackages } from '../pack.ts'
import { publishAll } from './publish.ts'
import { releaseFaults } from './release-faults.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const dryRun = values['dry-run']
/** GitHub Actions gives a job with `id-token: write` this address, and npm signs with it. */
const hasIdentity = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

function stop(faults: readonly string[]): never {
  for (const fault of faults) console.error(`release: ${fault}`)
  process.exit(1)
}

function step(command: string, ...args: string[]): void {
  console.log(`${command} ${args.join(' ')}`)
  if (spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status !== 0)
    stop([`${command} ${args.join(' ')} failed. See the lines above.`])
}

const versions = new Set(
  workspacePackages()
    .filter(({ manifest }) => !manifest.private)
    .map(({ manifest }) => manifest.version),
)
const tag = `v${[...versions][0]!}`
const tagged = spawnSync('git', ['rev-list', '-n', '1', tag], { cwd: ROOT, encoding: 'utf8' })
const faults = releaseFaults({
  branch: git('branch', '--show-current'),
  changed: lines(git('status', '--porcelain')).map((line) => line.slice(2).trim()),
  commit: git('rev-parse', 'HEAD'),
  tagged: tagged.status === 0 ? tagged.stdout.trim() : undefined,
  changesets: globSync('.changeset/*.md', { cwd: ROOT })
    .map((path) => basename(path))
    .filter((name) => name !== 'README.md'),
  versions,
})
if (!dryRun && !hasIdentity)
  faults.push('npm signs the provenance only in CI. Start the workflow `release`, or add --dry-run.')
if (faults.length > 0) stop(faults)

step('npm', 'run', '-s', 'build')
step('npm', 'run', '-s', 'try-packages')
const folder = mkdtempSync(join(tmpdir(), 'notegraph-release-'))
try {
  await publishAll(packAll(folder), { dryRun, provenance: !dryRun })
} finally {
  rmSync(folder, { recursive: true })
}
if (dryRun) console.log(`${tag}: would be tagged`)
else {
  if (tagged.status !== 0) git('tag', '--annotate', tag, '--message', `Release ${tag}`)
  step('git', 'push', 'origin', tag)
}
