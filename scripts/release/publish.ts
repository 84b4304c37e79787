/**
 * Publishes archives, each after the packages that it depends on. A package that the registry has already is skipped, so a
 * release that stopped can be run again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Packed } from '../pack.ts'

/** An archive, as far as its publication needs it. */
export type Archive = Pick<Packed, 'module' | 'path' | 'manifest'>

export interface PublishOptions {
  readonly dryRun: boolean
  /** Whether npm signs where and from which commit the archive was built. Only a CI with OIDC can. */
  readonly provenance: boolean
  /** Variables of npm, such as its registry. */
  readonly env?: NodeJS.ProcessEnv
  readonly say?: (line: string) => void
}

/** Sorts archives so that each comes after its dependencies, else by name. */
export function publishOrder(archives: readonly Archive[]): Archive[] {
  const byName = new Map(archives.map((archive) => [archive.module, archive]))
  const sorted = new Set<Archive>()
  const add = (archive: Archive, above: readonly string[]): void => {
    if (above.includes(archive.module)) throw new Error(`Packages depend on each other: ${above.join(', ')}.`)
    for (const name of Object.keys(archive.manifest.dependencies ?? {}).toSorted()) {
      const dependency = byName.get(name)
      if (dependency) add(dependency, [...above, archive.module])
    }
    sorted.add(archive)
  }
  for (const archive of archives.toSorted((a, b) => (a.module < b.module ? -1 : 1))) add(archive, [])
  return [...sorted]
}

/** @throws at the first archive that the registry refuses, with what npm printed */
export async function publishAll(archives: readonly Archive[], options: PublishOptions): Promise<void> {
  const { dryRun, provenance, env = process.env, say = console.log } = options
  const npm: Npm = async (...args) => {
    const child = spawn('npm', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { status: status as number | null, stdout, stderr }
  }
  for (const { module, path, manifest } of publishOrder(archives)) {
    const name = `${module}@${manifest.version}`
    if (await isPublished(npm, name)) {
      say(`${name}: already published`)
      continue
    }
    const flags = [...(provenance ? ['--provenance'] : []), ...(dryRun ? ['--dry-run'] : [])]
    const { status, stderr } = await npm('publish', path, '--access', 'public', '--loglevel=error', ...flags)
    if (status !== 0)
      throw new Error(`${name} was not published. Run the same command again once this is mended.\n${stderr}`)
    say(`${name}: ${dryRun ? 'would be published' : 'published'}`)
  }
}

type Npm = (
  ...args: string[]
) => Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>

/** @throws if the registry does not say: a package must not be published twice, nor left out */
async function isPublished(npm: Npm, name: string): Promise<boolean> {
  const { status, stdout, stderr } = await npm('view', name, 'version', '--json')
  if (status === 0) return stdout.trim() !== ''
  if (/\bE404\b/.test(stderr + stdout)) return false
  throw new Error(
    `The registry did not answer for ${name}. Check the network, and run the same command again.\n${stderr}`,
  )
}
