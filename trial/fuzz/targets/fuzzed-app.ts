/**
 * One app for many inputs, because opening one takes as long as dozens of requests. A new app replaces it after a number of
 * inputs. So an input meets little that others left, and a seed repeats a finding.
 */
import { deepEqual } from 'node:assert/strict'
import type { Api } from '../../../packages/server/test/api.ts'

/** Inputs for one app. */
const INPUTS = 250
/** Inputs between two checks of the store, which take as long as many requests. */
const BETWEEN_CHECKS = 50

/** The account of the app. */
const ACCOUNT = 'me'

export interface FuzzedApp<A extends Api> {
  /** Gives the app to an input, and checks the store now and then. */
  use(input: (app: A) => Promise<void>): Promise<void>
  /** Leaves the app to nobody; the next input gets a new one. */
  fresh(): void
}

/** @param ignored problems of a store that an input may cause */
export function fuzzedApp<A extends Api>(
  open: () => Promise<A>,
  ignored: (problem: string) => boolean = () => false,
): FuzzedApp<A> {
  let app: A | undefined
  let inputs = 0
  async function checkStore({ graph }: A): Promise<void> {
    const problems = await graph.maintenance.check()
    deepEqual(problems.filter((problem) => !ignored(problem)), []) // prettier-ignore
  }
  async function close(): Promise<void> {
    const old = app
    app = undefined
    inputs = 0
    if (!old) return
    await checkStore(old)
    await old.store.close()
  }
  return {
    async use(input) {
      if (inputs >= INPUTS) await close()
      app ??= await open()
      const used = app
      await input(used)
      if (++inputs % BETWEEN_CHECKS === 0 || inputs === 1) await checkStore(used)
    },
    fresh: () => void ((app = undefined), (inputs = 0)),
  }
}

/**
 * An input with the app's own values in the place of their names: ids and numbers that are others in each run.
 * @param values by the name that an input has in the place of each
 */
export function filled(input: Uint8Array, values: { readonly [name: string]: string | number }): Uint8Array {
  let text = Buffer.from(input).toString('latin1')
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(name, String(value))
  return Buffer.from(text, 'latin1')
}

/**
 * Everything that a refused request must leave as it was: the graph's number, its list of changes, and the settings. When a
 * token or a device was last used may change.
 */
export async function stateOf({ store, graph }: Api): Promise<object> {
  const { changes, total } = await graph.changes.list({ since: 0 }, { limit: 5, offset: 0 })
  const lists = [store.tokens, store.sessions, store.shares, store.sites, store.webhooks, store.plugins]
  return {
    head: await graph.commits.head(),
    changes: [total, changes],
    snapshots: await graph.history.snapshots(),
    settings: await Promise.all(lists.map(async (list) => withoutUse(await list.list(ACCOUNT)))),
    digest: [await store.digests.find(ACCOUNT), await store.digests.ways(ACCOUNT)],
    account: await store.accounts.find(ACCOUNT),
  }
}

const withoutUse = (list: readonly object[]): object[] =>
  list.map((one) => ({ ...one, lastUsedAt: undefined }))
