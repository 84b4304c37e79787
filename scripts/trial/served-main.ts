/** The same as a program: it is given the server, and says that all holds. */
import { served } from './served.ts'

declare const process: { readonly argv: readonly string[] }
const [url = '', token = '', session = '', name = ''] = process.argv.slice(2)
console.log(await served(url, token, session, name))
