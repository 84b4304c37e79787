/** Preloaded into the program: kills it right before its change number KILL_AT of files below KILL_BELOW. */
import fs, { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { KILL_AT, KILL_BELOW } = process.env
let left = Number(KILL_AT)

function wrap(functions, names) {
  for (const name of names) {
    const real = functions[name]
    functions[name] = (...args) => {
      if (args.some((arg) => String(arg).startsWith(KILL_BELOW)) && left-- === 0)
        process.kill(process.pid, 'SIGKILL')
      return real(...args)
    }
  }
}

wrap(fs, ['chmodSync', 'linkSync', 'mkdirSync', 'openSync', 'renameSync', 'rmSync', 'writeFileSync'])
wrap(promises, ['link', 'mkdir', 'open', 'rename', 'rm', 'writeFile'])
syncBuiltinESMExports()
