/** Writes the documentation as static pages: `npm run docs-site [FOLDER]`, by default to `dist/docs`. */
import { resolve } from 'node:path'
import { ROOT } from '../docs.ts'
import { writeSite } from './write-site.ts'

const folder = resolve(process.argv[2] ?? `${ROOT}/dist/docs`)
const count = await writeSite(folder)
console.log(`Wrote ${count} documents. Open ${folder}/index.html in a browser.`)
