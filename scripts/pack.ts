/**
 * Packs each package for publishing: `node scripts/pack.ts FOLDER` writes one archive for each, which `npm publish`
 * accepts. Packages and apps without `private` are published. Build first. The repository address comes from the git remote `origin`; without a remote, the packages name
 * none.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  packedManifest,
  packedReadme,
  packedTypes,
  repositoryUrl,
  staleFiles,
  type Manifest,
} from './packed.ts'

const root = resolve(import.meta.dirname, '..')

export interface Packed {
  /** The name without its scope. */
  readonly name: string
  /** The name in the registry. */
  readonly module: string
  /** The folder in the workspace, from its top. */
  readonly directory: string
  /** The path of the archive. */
  readonly path: string
  readonly manifest: Manifest
}

/** The packages of the workspace, published or not. */
export const workspacePackages = (): { readonly directory: string; readonly manifest: Manifest }[] =>
  globSync('{packages,apps}/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => ({
      directory: dirname(path),
      manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
    }))

/** @param to a folder, created if missing */
export function packAll(to: string): Packed[] {
  mkdirSync(to, { recursive: true })
  const all = workspacePackages()
  const versions = new Map(all.map(({ manifest: { name, version } }) => [name, version]))
  const url = remote()
  const staged = mkdtempSync(join(tmpdir(), 'notegraph-pack-'))
  try {
    return all
      .filter(({ manifest }) => !manifest.private)
      .map(({ directory, manifest }): Packed => {
        const from = join(root, directory)
        if (!existsSync(join(from, 'dist'))) throw new Error(`${directory} is not built. Run npm run build.`)
        const stage = join(staged, directory)
        const stale = staleFiles(from)
        for (const file of manifest.files ?? [])
          cpSync(join(from, file), join(stage, file), {
            recursive: true,
            filter: (path) => !stale.has(path),
          })
        cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
        for (const file of globSync('dist/**/*.d.ts', { cwd: stage })) {
          const path = join(stage, file)
          writeFileSync(path, packedTypes(readFileSync(path, 'utf8')))
        }
        const repository = url === undefined ? undefined : { url, directory }
        const readme = readFileSync(join(from, 'README.md'), 'utf8')
        writeFileSync(join(stage, 'README.md'), packedReadme(readme, repository))
        const packed = packedManifest(manifest, versions, repository)
        writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
        const json = execFileSync(
          'npm',
          ['pack', '--json', '--loglevel=error', '--pack-destination', resolve(to)],
          {
            cwd: stage,
            encoding: 'utf8',
          },
        )
        const [{ filename }] = JSON.parse(json) as [{ filename: string }]
        return {
          name: manifest.name.replace('@notegraph/', ''),
          module: manifest.name,
          directory,
          path: join(resolve(to), filename),
          manifest,
        }
      })
  } finally {
    rmSync(staged, { recursive: true })
  }
}

function remote(): string | undefined {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? repositoryUrl(stdout) : undefined
}

if (import.meta.main) {
  const [to] = process.argv.slice(2)
  if (to === undefined) throw new Error('Name the folder for the archives: node scripts/pack.ts FOLDER')
  for (const { path } of packAll(to)) console.log(path)
}
