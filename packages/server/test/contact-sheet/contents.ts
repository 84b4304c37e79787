/** The contents that the pages are shown with: none, a real graph, texts of extreme sizes, and notes from right to left. */
import type { FolderSource } from '@notegraph/service'
import { diskFolder } from '@notegraph/host'

/** @param real the folder of a real graph */
export const contentsOf = (real: string): Readonly<Record<string, FolderSource | undefined>> => ({
  empty: undefined,
  real: diskFolder(real),
  huge: folderOf(hugePages()),
  rtl: folderOf(RIGHT_TO_LEFT),
})

/** The page of each content that the sheets open, and words that find something. */
export const SHOWN_PAGE: Readonly<Record<string, { readonly page: string; readonly words: string }>> = {
  empty: { page: 'No such page', words: 'nothing' },
  real: { page: 'Queries', words: 'query' },
  huge: { page: 'Huge', words: 'harbour' },
  rtl: { page: 'مرفأ', words: 'سفينة' },
}

const folderOf = (files: ReadonlyMap<string, string>): FolderSource => ({
  paths: async () => [...files.keys()],
  read: async (path) => ({ bytes: Buffer.from(files.get(path)!), modifiedAt: Date.UTC(2026, 0, 1) }),
})

function hugePages(): Map<string, string> {
  const long = 'harbour '.repeat(60)
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(6)
  const files = new Map<string, string>()
  files.set(
    'pages/Huge.md',
    [
      `alias:: ${Array.from({ length: 40 }, (_, n) => `Harbour ${n}`).join(', ')}`,
      `note:: ${long}`,
      '',
      `- ${long}`,
      `- ${word}`,
      `- TODO [#A] ${long}`,
      '  DEADLINE: <2026-11-22 Sun>',
      `- | ${Array.from({ length: 20 }, (_, n) => `Column ${n}`).join(' | ')} |`,
      `  |${'-|'.repeat(20)}`,
      `  | ${Array.from({ length: 20 }, (_, n) => n * 1_000_000).join(' | ')} |`,
      ...Array.from({ length: 30 }, (_, n) => `${'  '.repeat(n)}- level ${n} [[Huge]]`),
      ...Array.from({ length: 600 }, (_, n) => `- TODO line ${n} #${word.slice(0, 60)}`),
    ].join('\n'),
  )
  for (let n = 0; n < 400; n++) files.set(`pages/${word.slice(0, 80)} ${n}.md`, `- see [[Huge]] ${n}`)
  return files
}

const RIGHT_TO_LEFT: ReadonlyMap<string, string> = new Map([
  [
    'pages/مرفأ.md',
    [
      'type:: location',
      'alias:: الميناء القديم',
      'note:: سفينة **كبيرة** في [[البحر]]',
      '',
      '- # سفينة',
      '- TODO [#A] إصلاح السارية مع [[آدا]]',
      '  DEADLINE: <2026-11-22 Sun>',
      '- قائمة',
      '  - الشراع (sail) قبل الحبل',
      '    - `rope` ثم **المرساة**',
      '- > [!tip] نصيحة\n  > اربط السفينة',
    ].join('\n'),
  ],
  ['pages/آدا.md', 'type:: person\nbirthday:: 1815-12-10\n\n- تعمل على [[مرفأ]]'],
  ['pages/נמל.md', '- ספינה ב[[مرفأ]]\n- DONE לתקן את התורן'],
])
