/** Preloaded into the program: writes the addresses of all modules that were loaded, as JSON, to standard error. */
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write(`${JSON.stringify(loaded)}\n`))
