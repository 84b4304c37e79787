/** When a release is refused. */
import { expect, test } from 'vitest'
import { releaseFaults, type Checkout } from './release-faults.ts'

const READY: Checkout = {
  branch: 'main',
  changed: [],
  commit: 'a1',
  tagged: undefined,
  changesets: [],
  versions: new Set(['1.2.0']),
}

test.each<[what: string, checkout: Partial<Checkout>, faults: string[]]>([
  ['a clean checkout of main is released', {}, []],
  ['a release that stopped after its tag can go on', { tagged: 'a1' }, []],
  ['another branch is not', { branch: 'topic' }, ['The branch is topic. Check out main.']],
  ['no branch is not', { branch: '' }, ['The branch is none. Check out main.']],
  [
    'changed files are not',
    { changed: ['README.md', 'x'] },
    ['2 files have changes. Commit or remove them: README.md.'],
  ],
  [
    'changesets without a changelog are not',
    { changesets: ['webhooks.md'] },
    ['1 changesets are in no changelog, such as webhooks.md. Run npm run release-version and commit.'],
  ],
  [
    'several versions are not',
    { versions: new Set(['1.2.0', '1.1.0']) },
    ['The packages have several versions: 1.2.0, 1.1.0. Run npm run release-version.'],
  ],
  [
    'a version of another commit is not',
    { tagged: 'b2' },
    ['The tag of this version names another commit, b2. Check it out to complete that release.'],
  ],
  [
    'each reason is named',
    { branch: 'topic', changed: ['a'] },
    ['The branch is topic. Check out main.', '1 files have changes. Commit or remove them: a.'],
  ],
])('%s', (_, checkout, faults) => expect(releaseFaults({ ...READY, ...checkout })).toEqual(faults))
