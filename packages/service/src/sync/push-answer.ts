/** The answer to a push as JSON text. Most records are blocks in their plain form, which has a faster path. */
import { recordJson } from '@notegraph/graph'
import type { PushAnswer, PushResult } from '@notegraph/sync'

export function pushAnswerJson({ results, head }: PushAnswer): string {
  let json = '{"results":['
  // Joining many concatenated texts would copy each twice.
  for (const [i, result] of results.entries()) json += (i === 0 ? '' : ',') + resultJson(result)
  return `${json}],"head":${head}}`
}

function resultJson({ id, outcome, record, error }: PushResult): string {
  const held = record ? recordJson(record) : 'null'
  const why = error ? `,"error":${JSON.stringify(error)}` : ''
  return `{"id":${JSON.stringify(id)},"outcome":"${outcome}","record":${held}${why}}`
}
