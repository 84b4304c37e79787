/** Every kind of reference from a page that readers see to one that they may not see. @see sharing 2 */
import { NESTED_WORDS, SECRET_BLOCK, SECRET_WORDS } from './shared-notes.ts'

/** A kind of reference, a block with one, and the words that it shows where its page may be seen. */
export type PrivateReference = [kind: string, content: string, shown?: readonly string[]]

/** References from `Boat` to private pages. `Hush` is an alias, so the name behind it would be news. */
export const PRIVATE_REFERENCES: readonly PrivateReference[] = [
  ['a link', 'see [[Hush]] there'],
  ['a link with words', 'see [the plan]([[Hush]])'],
  ['a tag', 'see #Hush'],
  ['a tag with spaces', 'see #[[Hush]]'],
  ['an embedded page', '{{embed [[Hush]]}}', [SECRET_WORDS, NESTED_WORDS]],
  ['an embedded page in words', 'see ![[Hush]]'],
  ['a block reference', `see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference with words', `see [the plan](((${SECRET_BLOCK})))`],
  ['an embedded block', `{{embed ((${SECRET_BLOCK}))}}`, [SECRET_WORDS, NESTED_WORDS]],
  ['a block reference in a property', `rain\nsee:: ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a heading', `# see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a quote', `> see ((${SECRET_BLOCK}))`, [SECRET_WORDS]],
  ['a block reference in a table', `| a |\n|---|\n| ((${SECRET_BLOCK})) |`, [SECRET_WORDS]],
  [
    'a block reference in a task',
    `TODO see ((${SECRET_BLOCK}))\nSCHEDULED: <2026-11-20 Fri>`,
    [SECRET_WORDS],
  ],
  ['a block reference by its address', `see [x](#${SECRET_BLOCK})`],
  ['a link in a property', 'rain\nsee:: [[Hush]]'],
  ['a query', '{{query nested}}'],
  ['a query of the outliner', '#+BEGIN_QUERY\n{:query [:find (pull ?b [*])]}\n#+END_QUERY'],
  ['a day', 'see [[2026-11-20]] and [[Nov 19th, 2026]]'],
  ['a page that does not exist', 'see [[Nowhere]] and {{embed [[Nowhere]]}}'],
  ['a block that does not exist', 'see ((44444444-4444-4444-8444-444444444444))'],
]
