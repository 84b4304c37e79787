/** Reads measurements as a scraper does. */
import { expect } from 'vitest'

/** Values by series: the name with its labels, as in the text. */
export type Series = ReadonlyMap<string, number>

const LINE = /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/

/** @throws if the answer is not in Prometheus' text format */
export async function scrape(url: string): Promise<{ readonly text: string; readonly series: Series }> {
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const text = await response.text()
  return { text, series: seriesOf(text) }
}

/** @throws if a line is not in Prometheus' text format */
export function seriesOf(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, value] = LINE.exec(line) ?? []
      if (name === undefined || (Number.isNaN(Number(value)) && !/^nan$/i.test(value!)))
        throw new Error(`no measurement: ${line}`)
      return [name, Number(value)]
    }),
  )
}

/** The names of the metrics that a text describes. */
export const metricNames = (text: string): string[] =>
  Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name!)

/** The difference of two scrapes, without the series that stayed. */
export function increase(before: Series, after: Series): Record<string, number> {
  const changed = Array.from(after, ([name, value]) => [name, value - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(changed.filter(([, change]) => change !== 0 && !Number.isNaN(change)))
}
