/** Parses blocks, compared with mldoc, the parser of the best-known outliner, on the same blocks in the same run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseBlock } from '@notegraph/block-text'
import { planFolder, readNote, type BlockDraft } from '@notegraph/folder'
import { diskFolder } from '@notegraph/host'
import mldoc from 'mldoc'
import { generateBlock } from './generate.ts'
import { ratioTo, type Ratio } from './measure.ts'
import { random } from './random.ts'

const TARGET = 20

/** The outliner's own settings for a block of Markdown. */
const MLDOC_CONFIG = JSON.stringify({
  toc: false,
  parse_outline_only: false,
  heading_number: false,
  keep_line_break: true,
  format: 'Markdown',
  heading_to_list: false,
  exporting_keep_properties: false,
  inline_type_with_pos: true,
  export_md_remove_options: [],
  hiccup_in_block: true,
})

/** The public graph next to the checkout, if present. */
const GRAPH = join(import.meta.dirname, '../../../shared/graphs/logseq-docs')

export async function blockTextRatios(): Promise<Ratio[]> {
  const dice = random(7)
  const generated = Array.from({ length: 100_000 }, () => generateBlock(dice, 1_000))
  const corpora: [name: string, blocks: string[]][] = [['100,000 generated blocks', generated]]
  if (existsSync(GRAPH)) corpora.unshift(['a real graph', await blocksOf(GRAPH)])
  const ratios: Ratio[] = []
  for (const [name, blocks] of corpora) ratios.push(await against(name, blocks))
  return ratios
}

async function against(name: string, blocks: readonly string[]): Promise<Ratio> {
  // The floor is slow, so it parses an even sample; results count blocks.
  const sample = blocks.filter((_, i) => i % Math.ceil(blocks.length / 1_000) === 0)
  const ratio = await ratioTo(
    () => blocks.forEach((block) => parseBlock(block)),
    () => sample.forEach((block) => mldoc.Mldoc.parseJson(block, MLDOC_CONFIG)),
    { perWork: blocks.length, perFloor: sample.length },
  )
  return {
    name: `block-text: ${name}`,
    of: 'parseBlock, blocks a second',
    to: 'mldoc parseJson',
    ratio,
    target: TARGET,
  }
}

async function blocksOf(path: string): Promise<string[]> {
  const folder = diskFolder(path)
  const plan = planFolder(await folder.paths())
  const contents: string[] = []
  for (const note of plan.notes) {
    const read = readNote(plan, note.path, Buffer.from((await folder.read(note.path)).bytes).toString())
    if (read.ok) collect(read.note.blocks, contents)
  }
  return contents
}

function collect(blocks: readonly BlockDraft[], into: string[]): void {
  for (const block of blocks) {
    into.push(block.content)
    collect(block.children, into)
  }
}
