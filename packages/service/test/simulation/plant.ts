/** Runs this process with a fault in it: `node --import plant.ts` with the fault's name in `PLANTED_FAULT`. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FAULTS } from './faults.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', '..')

const fault = FAULTS.find(({ name }) => name === process.env['PLANTED_FAULT'])
if (!fault) throw new Error('no such fault')
const target = pathToFileURL(join(PACKAGES, fault.file)).href

registerHooks({
  load(url, context, next) {
    if (url !== target) return next(url, context)
    const source = readFileSync(join(PACKAGES, fault.file), 'utf8')
    if (source.split(fault.find).length !== 2)
      throw new Error(`what to find for ${fault.name} is not there once`)
    return {
      format: 'module-typescript',
      source: source.replace(fault.find, () => fault.replace),
      shortCircuit: true,
    }
  },
})
