/** The processor seconds of an import where the folder doubles: of a first one, and of one that finds nothing new. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateBlock } from './generate.ts'
import { generateWide } from './generate-wide.ts'
import { median, type Ratio } from './measure.ts'
import { random } from './random.ts'

/** The most that twice the folder may cost, compared with twice the cost of the folder. */
const MOST = 1.1
const FILES = 120
const LINES = 300
const TURNS = 3

interface Note {
  readonly path: string
  readonly text: string
}

/** Exports of Roam with a page of one title, and other blocks in each. */
function* roam(files: number): Generator<Note> {
  const dice = random(1)
  for (let file = 0; file < files; file++) {
    const children = Array.from({ length: LINES }, (_, i) => ({
      string: generateBlock(dice, 1_000),
      uid: `u-${file}-${i}`,
    }))
    yield { path: `${file}.json`, text: JSON.stringify([{ title: 'Log', children }]) }
  }
}

function* opml(files: number): Generator<Note> {
  for (let file = 0; file < files; file++) {
    const lines = Array.from({ length: LINES }, (_, i) => `<outline text="line ${i} of ${file}"/>`)
    const text = `<opml version="2.0"><head><title>Log</title></head><body>${lines.join('')}</body></opml>`
    yield { path: `${file}.opml`, text }
  }
}

const SHAPES: Readonly<Record<string, (files: number) => Iterable<Note>>> = {
  'exports of Roam with one page': roam,
  'outlines of one title': opml,
  'pages of Logseq': (files) => generateWide(files * LINES, files * 20, 'logseq'),
  'notes of Obsidian': (files) => generateWide(files * LINES, files * 20, 'obsidian'),
}

export function growthRatios(): Ratio[] {
  const work = mkdtempSync(join(tmpdir(), 'notegraph-bench-growth-'))
  try {
    return Object.entries(SHAPES).flatMap(([shape, notes]) => ratiosOf(shape, notes, work))
  } finally {
    rmSync(work, { recursive: true })
  }
}

function ratiosOf(shape: string, notes: (files: number) => Iterable<Note>, work: string): Ratio[] {
  const folders = [FILES, 2 * FILES].map((files) => {
    const folder = mkdtempSync(join(work, 'notes-'))
    for (const { path, text } of notes(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return [folder, files * LINES] as const
  })
  const turns = Array.from({ length: TURNS }, () =>
    folders.map(([folder, blocks]) => cost(folder, blocks, work)),
  )
  return (['first', 'again'] as const).map((which) => ({
    name: `import: ${shape}, ${which === 'first' ? 'a first import' : 'a second import'}`,
    of: 'processor seconds of twice the folder',
    to: `${MOST} times twice those of the folder`,
    ratio: median(turns.map(([once, twice]) => (MOST * 2 * once![which]) / twice![which])),
    target: 1,
  }))
}

interface Cost {
  readonly first: number
  readonly again: number
}

function cost(folder: string, blocks: number, work: string): Cost {
  const data = mkdtempSync(join(work, 'data-'))
  try {
    const script = join(import.meta.dirname, 'import-wide-run.ts')
    return JSON.parse(
      execFileSync(process.execPath, [script, data, folder, String(blocks), 'again'], { encoding: 'utf8' }),
    ) as Cost
  } finally {
    rmSync(data, { recursive: true })
  }
}
