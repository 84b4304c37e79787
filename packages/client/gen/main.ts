/** Writes `src/generated` from the contract: `pnpm run gen`, and every build before it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSources } from './clients.ts'

const folder = join(import.meta.dirname, '../src/generated')
mkdirSync(folder, { recursive: true })
for (const [name, source] of Object.entries(clientSources())) writeFileSync(join(folder, name), source)
