/** Counts of `scripts/measure-structure.ts`, in a few files. */
import { expect, test } from 'vitest'
import { measure, repeatedLines, shortWithOneImporter, webhookShapes } from './measure-structure.ts'

const files = (texts: Readonly<Record<string, string>>) => new Map(Object.entries(texts))

test('a statement or a printed schema that lists most members declares a webhook', () => {
  const row = 'url TEXT, secret TEXT, filter TEXT, failing_since INTEGER, off_at INTEGER, off_why TEXT'
  const shapes = webhookShapes(
    files({
      'packages/store/src/webhooks.ts': `/** url secret filter failingSince offAt offWhy */
const FEW = 'url secret filter'
export const WEBHOOK = 'url secret filter
  failingSince offAt offWhy'
`,
      'packages/contract/src/new.ts': `const NewWebhook = { url, page, tag, type, query, by }\n`,
      'packages/contract/src/digest.ts': `const Way = '${row}'\n`,
      'packages/store/src/webhooks.test.ts': `const webhook = '${row}'\n`,
      'packages/store/src/sqlite/schema/accounts/schema.sql': `\nCREATE TABLE webhook (${row})\n`,
    }),
  )
  expect(shapes).toEqual([
    'packages/store/src/webhooks.ts:3',
    'packages/contract/src/new.ts:1',
    'packages/store/src/sqlite/schema/accounts/schema.sql:1',
  ])
})

test('a short file counts if one file of source imports it', () => {
  const short = shortWithOneImporter(
    files({
      'packages/graph/src/a.ts': "import { b } from './b.ts'\nimport { c } from './deep/c.ts'\n",
      'packages/graph/src/d.ts': "import { c } from './deep/c.ts'\nimport { long } from './long.ts'\n",
      'packages/graph/src/b.ts': 'export const b = 1\n',
      'packages/graph/src/b.test.ts': "import { b } from './b.ts'\n",
      'packages/graph/src/deep/c.ts': 'export const c = 1\n',
      'packages/graph/src/long.ts': 'export const long = 1\n'.repeat(30),
    }),
  )
  expect(short).toEqual(['packages/graph/src/b.ts'])
})

test('six lines in a row repeat, whatever their indent and comments', () => {
  const six = Array.from({ length: 6 }, (_, n) => `const line${n} = ${n}`)
  const repeated = (second: readonly string[]) =>
    repeatedLines(
      files({
        'packages/a/src/a.ts': ["import { x } from './x.ts'", ...six, 'end()'].join('\n'),
        'packages/b/src/b.ts': second.join('\n'),
      }),
    )
  expect(repeated(['// Other', ...six.map((line) => `  ${line}\n`), 'end()'])).toBe(7)
  expect(repeated(six.slice(1))).toBe(0)
})

test('lines belong to the source, the tests, the client or the account SQL', () => {
  const three = '1\n2\n3\n'
  expect(
    measure(
      files({
        'packages/client/gen/main.ts': three,
        'packages/client/src/client.test.ts': three,
        'packages/store/src/account-sql/tokens.ts': three,
        'packages/store-postgres/src/accounts/tokens.ts': three,
        'packages/store/src/sqlite/schema/graph/0001-graph.ts': three,
      }),
    ),
  ).toMatchObject({
    'lines of `client` by hand, with its generator': 3,
    'lines of account SQL, both databases': 6,
    'migrations, both databases': 1,
    'lines of source': 12,
    'lines of tests': 3,
  })
})
