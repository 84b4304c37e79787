/**
 * The recorded work of a request.
 *
 * @module-tag process
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RECORD = join(import.meta.dirname, '..', 'costs.json')
type Costs = Record<string, Record<string, number>>

function check(...more: string[]): { readonly status: number | null; readonly stderr: string } {
  const args = ['--conditions=notegraph', join(import.meta.dirname, 'trace.ts'), '--check', ...more]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test('no request does a tenth more than recorded', () => {
  expect(check()).toMatchObject({ stderr: '', status: 0 })
})

test('a request that does more is named, with what it does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-costs-'))
  try {
    const costs = JSON.parse(readFileSync(RECORD, 'utf8')) as Costs
    costs['GET page']!['calls']! -= Math.ceil(costs['GET page']!['calls']! / 8)
    delete costs['POST push']
    writeFileSync(join(folder, 'costs.json'), JSON.stringify(costs))
    const { status, stderr } = check('--record', join(folder, 'costs.json'))
    expect(status).toBe(1)
    expect(stderr).toMatch(/^GET page: \d+ calls, recorded \d+\nPOST push: \d+ statements, recorded 0\n/)
    expect(stderr).toContain('If this is meant')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
