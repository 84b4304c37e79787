/** Every kind of text through every text parameter of every port. The law is in `test/texts/law.ts`. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'
import { ACCOUNT_LAWS } from '../texts/account-rows.ts'
import { ACCOUNT } from '../texts/row-parts.ts'
import { GRAPH_LAWS } from '../texts/graph-rows.ts'
import { HARD_TEXTS } from '../texts/hard-texts.ts'
import type { TextLaw } from '../texts/law.ts'
import { accountIdsLaw, notesLaw, ratesLaw, recordIdsLaw } from '../texts/notes-law.ts'
import { methodsOf, recordedStore } from '../texts/recorded-store.ts'

const LAWS: readonly TextLaw[] = [
  ...ACCOUNT_LAWS,
  ...GRAPH_LAWS,
  notesLaw,
  recordIdsLaw,
  accountIdsLaw,
  ratesLaw,
]

/** Methods that get no text, each with what they get. */
const WITHOUT_TEXT: Readonly<Record<string, readonly string[]>> = {
  nothing: [
    'accounts.any',
    'accounts.list',
    'audit.key',
    'close',
    'graph.blocks.listReferring',
    'graph.blocks.referencedIds',
    'graph.commits.head',
    'graph.feed.state',
    'graph.files.list',
    'graph.files.listUnlinked',
    'graph.files.sweepBacklog',
    'graph.history.oldest',
    'graph.history.snapshots',
    'graph.maintenance.check',
    'graph.maintenance.rebuild',
    'graph.outbox.close',
    'graph.outbox.open',
    'graph.pages.countByType',
    'graph.records.listMisplaced',
    'graph.storage.bytes',
    'graph.storage.usage',
    'ready',
    'secrets.fingerprint',
    'usage',
  ],
  'a time': [
    'connectedApps.removeExpired',
    'digests.due',
    'graph.changes.countOpen',
    'graph.feed.collectTombstones',
    'graph.feed.raiseEpoch',
    'graph.files.clearUnused',
    'graph.history.expire',
    'graph.history.numberAt',
    'sweeps.due',
    'tokens.takeExpired',
    'webhooks.due',
  ],
  'the number of a commit': [
    'graph.feed.changedPages',
    'graph.feed.read',
    'graph.history.authorships',
    'graph.history.isComplete',
    'graph.history.listAt',
    'graph.outbox.drop',
    'graph.outbox.read',
  ],
  'a window': ['graph.feed.listConflicts'],
  'hashes of ours': ['digests.takeMail'],
  'a function': ['graph.commits.hold', 'graph.drafts.run', 'graph.search.index', 'secrets.rewrite'],
}

/** Texts of few letters, which are often the same in part. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '\0', '\uD800', '\uDC00', '\uFFFD', 'é', 'e', '\u0301', '\u0010', '0'),
    maxLength: 4,
  }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('%', '_', '\\', '"', "'", '{', '}', '$1', '?', ',', '\r', '\n', '/'),
    maxLength: 6,
  }),
)
const someTexts = fc.uniqueArray(text, { minLength: 1, maxLength: 3 })

export function textsContract(open: () => Promise<Store>): void {
  let store: Store
  const called = new Set<string>()
  const checked = new Set<TextLaw>()
  beforeAll(async () => {
    store = await open()
  })
  afterAll(async () => store.close())
  beforeEach(async () => empty(store))

  async function check(law: TextLaw, texts: readonly string[]): Promise<void> {
    await law.check(recordedStore(store, texts, called), texts)
    checked.add(law)
  }

  test.each(LAWS.map((law) => [law.name, law] as const))(
    '%s: a text that is kept comes back as it was given, and another is refused',
    async (_, law) =>
      check(
        law,
        HARD_TEXTS.map(([, text]) => text),
      ),
  )

  test('any texts come back or are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LAWS.map(({ name }) => name)), someTexts, async (name, texts) => {
        await empty(store)
        await LAWS.find((law) => law.name === name)!.check(store, texts)
      }),
      { numRuns: 30 },
    )
  })

  test('no method with a text parameter is forgotten', async () => {
    // A run of this test alone has not checked the laws before.
    for (const law of LAWS.filter((one) => !checked.has(one))) {
      await empty(store)
      await check(law, ['a text'])
    }
    const missing = methodsOf(store).filter((method) => !called.has(method))
    expect(missing.toSorted()).toEqual(Object.values(WITHOUT_TEXT).flat().toSorted())
  })
}

/** Deletes what a law has written, and adds the accounts that it uses. */
async function empty(store: Store): Promise<void> {
  await store.removeGraph('one')
  for (const { id } of await store.accounts.list()) await store.accounts.remove(id)
  await store.connectedApps.removeExpired(Number.MAX_SAFE_INTEGER)
  for (const id of ['one', 'two']) await store.accounts.create({ ...ACCOUNT, id })
  await store.accounts.update(ACCOUNT, ACCOUNT, { forgetBefore: T0 + 1 })
}
