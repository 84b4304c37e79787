/** Each package is built for the platforms that its manifest names. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PURE } from './layers.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifests = globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: root }).toSorted()

/** Packages that run on Node 20 and in the browsers of 2024. */
const PORTABLE = new Set([...PURE, 'client'])
/** Packages that run in these browsers alone. */
const BROWSER = new Set(['outliner'])

test.each(manifests)('%s names the oldest Node that it runs on', (path) => {
  const { name, engines, scripts } = read(path)
  const short = name.replace('@notegraph/', '')
  const isPortable = PORTABLE.has(short) || BROWSER.has(short)
  expect(engines).toEqual({ node: isPortable ? '>=20' : '>=22.18' })
  expect(scripts?.build ?? '--target es2022 --target node22').toContain(
    isPortable ? '--target es2022' : '--target node22',
  )
})

test('every portable package is checked against what they have', () => {
  const { include } = read('tsconfig.portable.json')
  expect(include.toSorted()).toEqual([...PORTABLE].map((name) => `packages/${name}/src`).toSorted())
})
