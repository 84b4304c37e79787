/** The identity of a package's code, so that what another version of it made is not used again. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const CODE = /(?<!\.d)\.[jt]s$/

/**
 * The hash of the code of a package and of its dependencies in this project. Their manifests name the exact versions of libraries.
 * The version of Node counts too, because Node formats days.
 * @example
 * programHash('@notegraph/web') // '5d41…'
 */
export function programHash(name: string): string {
  const hash = createHash('sha256').update(process.version)
  const seen = new Set<string>()
  function add(entry: string): void {
    if (seen.has(entry)) return
    seen.add(entry)
    const folder = dirname(entry)
    const manifest = readFileSync(join(folder, '../package.json'), 'utf8')
    hash.update(manifest)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((one) => CODE.test(one)).toSorted())
      hash.update(file).update(readFileSync(join(folder, file)))
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
    for (const one of Object.keys(dependencies))
      if (one.startsWith('@notegraph/')) add(createRequire(entry).resolve(one))
  }
  add(createRequire(import.meta.url).resolve(name))
  return hash.digest('hex')
}
