/** Runs `served` as a program with the server's address, and prints that all checks passed. */
import { served } from './served.ts'

declare const process: { readonly argv: readonly string[] }
const [url = '', token = '', session = '', name = ''] = process.argv.slice(2)
console.log(await served(url, token, session, name))
