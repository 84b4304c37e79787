/**
 * A process that writes at the same time as others: `node writer.ts MODULE NAME COUNT`. The module opens the data of the
 * test. The process prints the result of each write.
 */
import { randomUUID } from 'node:crypto'
import type { OpenData } from '@notegraph/store/testing'
import { writeTogether } from './together.ts'

const [module = '', name = '', count = ''] = process.argv.slice(2)
const { openData } = (await import(module)) as { readonly openData: OpenData }
const store = await openData(process.env)
const outcomes = await writeTogether(store, name, Number(count), randomUUID)
await store.close()
console.log(JSON.stringify(outcomes))
