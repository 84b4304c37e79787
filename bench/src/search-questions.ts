/**
 * The queries of the search benchmark, each with the leanest SQL for that query on the same file. Each floor statement
 * returns block numbers in the order of the answer.
 */
import { isoDay, addDays } from '@notegraph/block-text'
import { TODAY } from './search-graph.ts'

export interface SearchQuestion {
  readonly name: string
  readonly q: string
  /** The SQL from `FROM` on, with the values bound to `?`. */
  readonly from: string
  readonly values: readonly (string | number)[]
}

const latest = 'ORDER BY block.updated_at DESC, block.id'
const words = (...looked: readonly string[]) => ({
  from: `FROM block_words AS words CROSS JOIN block USING (n)
    WHERE ${looked.map(() => 'instr(words.words, ?)').join(' AND ')} ${latest}`,
  values: looked,
})
const linking = 'ref.name = (SELECT n FROM name WHERE fold = ?) AND ref.tag IN (0, 1)'
const linkedBlocks = `FROM ref CROSS JOIN block ON block.n = ref.source WHERE ${linking}`
const journalOf = (ago: number) => `journal-${isoDay(addDays(TODAY, -ago)!).replaceAll('-', '')}`

/** @param page the number of a page that thousands of blocks link to */
export const questionsOf = (page: number): readonly SearchQuestion[] => [
  { name: 'a rare word', q: 'zorzorqui', ...words('zorzorqui') },
  { name: 'a common word', q: 'bake', ...words('bake') },
  { name: 'a part of most words', q: 'el', ...words('el') },
  { name: 'two words', q: 'bake loke', ...words('bake', 'loke') },
  { name: 'a word of two Chinese letters', q: '時間', ...words('時間') },
  { name: '[[Page]]', q: `[[Page ${page}]]`, from: `${linkedBlocks} ${latest}`, values: [`page ${page}`] },
  {
    name: '(and (todo …) [[Page]])',
    q: `(and (todo todo doing) [[Page ${page}]])`,
    from: `${linkedBlocks} AND block.marker IN ('TODO', 'DOING') ${latest}`,
    values: [`page ${page}`],
  },
  {
    name: '(not word)',
    q: '(not bake)',
    from: `FROM block_words AS words CROSS JOIN block USING (n) WHERE NOT instr(words.words, ?) ${latest}`,
    values: ['bake'],
  },
  {
    name: '(not [[Page]])',
    q: `(not [[Page ${page}]])`,
    from: `FROM block WHERE n NOT IN (SELECT source FROM ref WHERE ${linking}) ${latest}`,
    values: [`page ${page}`],
  },
  {
    name: '(between -30d today)',
    q: '(between -30d today)',
    from: `FROM page CROSS JOIN block ON block.page = page.n WHERE page.id BETWEEN ? AND ? ${latest}`,
    values: [journalOf(30), journalOf(0)],
  },
  {
    name: '(between scheduled -7d today)',
    q: '(between scheduled -7d today)',
    from: `FROM block WHERE scheduled BETWEEN ? AND ? ${latest}`,
    values: [addDays(TODAY, -7)!, TODAY],
  },
  {
    name: '(page-property key value)',
    q: '(page-property status open)',
    from: `FROM property CROSS JOIN page ON page.n = property.source CROSS JOIN block ON block.page = page.n
      WHERE property.key = 'status' AND property.value = ? ${latest}`,
    values: ['open'],
  },
]

const each = (words: string, put: (word: string) => string): string => words.split(' ').map(put).join(' ')
const numbers = (count: number): string => Array.from({ length: count }, (_, i) => i).join(' ')
const LETTERS = 'a b c d e i o u l m n p r s t v w k h q'
const SYLLABLES = 'qu el or an sha wen zor mi nu pra sti ter vo lo ke ba'

/** Longer queries than people write, each close to a limit of the language or of the index. */
export const LONG: readonly string[] = [
  '(and (not el) (not or) (not an))',
  LETTERS,
  `(not (or ${LETTERS}))`,
  SYLLABLES,
  `(or ${SYLLABLES})`,
  `(not (or ${SYLLABLES}))`,
  '日 本 語 中 文 学 校 時 間 東 京',
  'page 12 tag zor',
  '(and (or (todo todo) (priority a)) (not (or (page-type person) [[Page 0]])) (between created -1y today))',
  '(not (or (todo todo now) (between scheduled -1y +1y) (property status)))',
  '"el or"',
  '". o"',
  '"] ["',
  '"ter vo" "el or"',
  '(or "el or" "an el" "or an" "qui el" "o." "a e")',
  '(and (or (not "el or") (not "an el")) (or (not "or an") "a."))',
  `(or ${each(numbers(25), (n) => `[[Page ${n}]]`)})`,
  `(not (or ${each(numbers(24), (n) => `#tag${n}`)}))`,
  `(or (property status) (property rating) ${each('open closed waiting', (one) => `(property status ${one})`)})`,
  `(and ${each(numbers(12), (n) => `(not (between created -${Number(n) + 1}m -${n}m))`)})`,
  `(or ${each('person location book event tag journal page', (type) => `(page-type ${type})`)} (page-property status))`,
]
