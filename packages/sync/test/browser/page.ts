/** What runs in the page: the store of the browser, opened and put where a test can reach it. */
import { indexedDbStore } from '../../src/indexeddb/index.ts'

Object.assign(globalThis, { openStore: indexedDbStore })
