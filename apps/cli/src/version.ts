/** The release, and the commit that it was built from: two builds of one release differ in it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The same relative path works from the source and from the build. */
const PACKAGE = join(import.meta.dirname, '..')

/** Such as `0.1.0+1a2b3c4d5e6f`, or `0.1.0` if the commit is unknown. */
export function version(): string {
  const { version: release } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  const commit = build()
  return commit === undefined ? release : `${release}+${commit}`
}

/** The commit: from the environment, from the file that an install writes, or from the checkout. */
export function build(): string | undefined {
  const given = process.env['NOTEGRAPH_BUILD'] ?? ''
  return given === '' ? (textOf(join(PACKAGE, 'build.txt')) ?? commitOf(join(PACKAGE, '..', '..'))) : given
}

/**
 * The first 12 digits of the commit of a checkout.
 * @returns undefined if the folder is no checkout
 */
export function commitOf(folder: string): string | undefined {
  const at = join(folder, '.git')
  if (!existsSync(at)) return undefined
  // In a worktree it is a file that names the folder.
  const own = statSync(at).isDirectory() ? at : resolve(folder, textOf(at)?.replace('gitdir: ', '') ?? '')
  const head = textOf(join(own, 'HEAD'))
  const ref = head?.startsWith('ref: ') === true ? head.slice('ref: '.length) : undefined
  const common = resolve(own, textOf(join(own, 'commondir')) ?? '.')
  const commit = ref === undefined ? head : (textOf(join(common, ref)) ?? packedIn(common, ref))
  return commit?.slice(0, 12)
}

const packedIn = (folder: string, ref: string): string | undefined =>
  textOf(join(folder, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ', 1)[0]

const textOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
