/** Runs this process with a fault: `node --import plant.ts`, with the fault as JSON in `PLANTED_FAULT`. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { givenFault, planted, PROJECT } from './planted-faults.ts'

const fault = givenFault()
const source = planted(fault)
const target = pathToFileURL(join(PROJECT, fault.file)).href

registerHooks({
  load: (url, context, next) =>
    url === target ? { format: 'module-typescript', source, shortCircuit: true } : next(url, context),
})
