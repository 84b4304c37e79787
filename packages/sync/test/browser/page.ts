/** The script of the page: opens the browser's store for the test. */
import { indexedDbStore } from '../../src/indexeddb/index.ts'

Object.assign(globalThis, { openStore: indexedDbStore })
