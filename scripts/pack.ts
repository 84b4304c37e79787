/**
 * Packs each package for publishing: `node scripts/pack.ts FOLDER` writes one archive for each, which `npm publish`
 * accepts. Build first. The repository address comes from the git remote `origin`; without a remote, the packages name
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
import { packedManifest, repositoryUrl, type Manifest } from './packed.ts'

const root = resolve(import.meta.dirname, '..')

export interface Packed {
  /** The name without its scope. */
  readonly name: string
  /** The path of the archive. */
  readonly path: string
  /** Whether it is an app of the workspace, which is packed only for the trial. */
  readonly isApp: boolean
}

/**
 * @param to a folder, created if missing
 * @param folders patterns of workspace folders; the packages in `packages/*` are published
 */
export function packAll(to: string, folders: readonly string[] = ['packages/*']): Packed[] {
  mkdirSync(to, { recursive: true })
  const found = globSync(
    folders.map((folder) => `${folder}/package.json`),
    { cwd: root },
  ).toSorted()
  const all = found.map((path) => ({
    directory: dirname(path),
    manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
  }))
  const versions = versionsOf()
  const url = remote()
  const staged = mkdtempSync(join(tmpdir(), 'notegraph-pack-'))
  try {
    return all
      .filter(({ manifest }) => !manifest.private)
      .map(({ directory, manifest }): Packed => {
        const from = join(root, directory)
        if (!existsSync(join(from, 'dist'))) throw new Error(`${directory} is not built. Run npm run build.`)
        const stage = join(staged, directory)
        for (const file of [...(manifest.files ?? []), 'README.md'])
          cpSync(join(from, file), join(stage, file), { recursive: true })
        cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
        const packed = packedManifest(manifest, versions, url === undefined ? undefined : { url, directory })
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
          path: join(resolve(to), filename),
          isApp: directory.startsWith('apps'),
        }
      })
  } finally {
    rmSync(staged, { recursive: true })
  }
}

/** The version of every package that another may depend on, by name. */
function versionsOf(): ReadonlyMap<string, string> {
  const paths = globSync('{packages,apps}/*/package.json', { cwd: root })
  const manifests = paths.map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest)
  return new Map(manifests.map(({ name, version }) => [name, version]))
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
