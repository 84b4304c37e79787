/**
 * Checks that imports point down. The manifest of a package may name only packages of lower layers, and pnpm links only
 * packages that a manifest names. Relative imports stay within their package.
 *
 * Pure packages use no clock and no random numbers, except in the modules with their defaults. The linter checks that
 * they import nothing of Node.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { LAYERS, PURE, SYSTEM } from './layers.ts'

const root = resolve(import.meta.dirname, '..')
const layerOf = new Map(LAYERS.flatMap((names, layer) => names.map((name) => [name, layer] as const)))
const faults: string[] = []

for (const manifest of globSync(
  ['packages/*/package.json', 'apps/*/package.json', '{bench,evaluation,examples,trial}/package.json'],
  {
    cwd: root,
  },
)) {
  const folder = dirname(manifest)
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'))
  const short = name.replace('@notegraph/', '')
  const layer = layerOf.get(short)
  if (layer === undefined) faults.push(`${manifest}: ${name} stands on no layer; add it to scripts/layers.ts`)
  for (const dependency of Object.keys(dependencies)) {
    if (!dependency.startsWith('@notegraph/')) continue
    const below = layerOf.get(dependency.slice('@notegraph/'.length))
    if (layer !== undefined && below !== undefined && below <= layer)
      faults.push(`${manifest}: ${dependency} does not stand below ${name}`)
  }
  for (const file of globSync('{src,test}/**/*.ts', { cwd: join(root, folder) })) {
    const text = readFileSync(join(root, folder, file), 'utf8')
    for (const [, target] of text.matchAll(/from '(\.[^']*)'/g)) {
      const at = resolve(root, folder, dirname(file), target!)
      if (!at.startsWith(join(root, folder) + sep))
        faults.push(`${folder}/${file}: ${target} leaves the package`)
    }
    const impure = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/.exec(text)
    const isSystem = SYSTEM.includes(`${folder}/${file}`)
    if (impure && PURE.includes(short) && !isSystem && file.startsWith('src') && !file.endsWith('.test.ts'))
      faults.push(`${folder}/${file}: ${impure[0]} in a pure package; take it as an argument`)
  }
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
