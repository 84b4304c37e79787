/** The command line from a checkout: `npm run -s notegraph -- ARGS`. Runs what the last set-up built. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const main = at('apps/cli/dist/main.js')
const local = at('node_modules/.bin/node')
const node = existsSync(local) ? local : process.execPath
if (!existsSync(main)) {
  console.error('notegraph: not set up yet. Run `npm start` or `npm test` once, then this again.')
  process.exit(1)
}
// npm sets INIT_CWD to where the user stands: the paths they type are meant from there.
const child = spawn(node, [main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...process.env, NOTEGRAPH_DATA: process.env.NOTEGRAPH_DATA ?? at('data') },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
