/** The report of a soak: a table and the plots, in Markdown. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plot } from './plot.ts'
import type { Series } from './series.ts'

/** The counts of a soak. */
export interface Counts {
  readonly minutes: number
  readonly store: string
  readonly rate: number
  readonly processors: string
  readonly requests: number
  readonly edits: number
  readonly heard: number
  readonly messages: number
}

const number = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')

/** Lines for people, also for the terminal. */
export const tableOf = (series: readonly Series[]): string[] => [
  '| figure | level | growth after warm-up | |',
  '| --- | ---: | ---: | --- |',
  ...series.map(({ name, unit, trend, steady }) => {
    const of = (value: number): string => `${number(value)}${unit && ` ${unit}`}`
    return `| ${name} | ${of(trend.level)} | ${of(trend.growth)} | ${steady ? 'steady' : '**grows**'} |`
  }),
]

export const summaryOf = ({
  minutes,
  store,
  rate,
  processors,
  requests,
  edits,
  heard,
  messages,
}: Counts): string =>
  `${minutes} minutes on the ${store} store at ${rate} requests a second, with ${processors}. ${number(requests)} requests, ` +
  `${number(edits)} edits of devices, ${number(heard)} events on open streams, ${number(messages)} webhook messages.`

/** Writes `soak-STORE.md` and a plot for each series into the folder. */
export function writeReport(
  folder: string,
  counts: Counts,
  series: readonly Series[],
  problems: readonly string[],
): void {
  const images = join(folder, `soak-${counts.store}`)
  mkdirSync(images, { recursive: true })
  const plots = series.map((one, n) => {
    const file = `${String(n + 1).padStart(2, '0')}.svg`
    writeFileSync(join(images, file), plot(one))
    return `![${one.name}](soak-${counts.store}/${file})\n`
  })
  const text = [
    `# Soak on the ${counts.store} store`,
    '',
    summaryOf(counts),
    '',
    problems.length === 0
      ? 'No request failed. Every acknowledged write was there at the end, every device had the same pages as the server, and webhooks named every added block, in order.'
      : problems.map((problem) => `- ${problem}`).join('\n'),
    '',
    ...tableOf(series),
    '',
    ...plots,
  ]
  writeFileSync(join(folder, `soak-${counts.store}.md`), text.join('\n'))
}
