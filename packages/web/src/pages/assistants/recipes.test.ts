import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recipes } from './recipes.ts'

const DOCS = readFileSync(new URL('../../../../../docs/clients.md', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  '',
)

test.each(recipes('http://127.0.0.1:8787', 'ngp_…').map(({ client, lines }) => [client, lines]))(
  'the lines for %s are those of the documentation',
  (client, lines) => {
    expect(DOCS).toContain(`**${client.replaceAll(/\s+/g, '')}**`)
    expect(DOCS).toContain(lines.replaceAll(/\s+/g, ''))
  },
)
