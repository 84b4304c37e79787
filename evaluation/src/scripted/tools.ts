/** The tools as a plan calls them, and the values that it extracts from their Markdown. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface Tools {
  /** @returns the Markdown, even if the tool reports an error */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>
  close(): Promise<void>
}

/** @returns the answer */
export type Plan = (tools: Tools, ask: string) => Promise<string>

export async function openTools(url: string, token: string): Promise<Tools> {
  const client = new Client({ name: 'scripted', version: '1.0.0' })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return {
    async call(name, args = {}) {
      const { content } = await client.callTool({ name, arguments: args })
      return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    },
    close: () => client.close(),
  }
}

export const linesWith = (text: string, words: RegExp): string[] =>
  text.split('\n').filter((line) => words.test(line))

/** The id at the end of the first line that matches. */
export function idOf(text: string, words: RegExp): string {
  const [line = ''] = linesWith(text, words)
  const id = /\^([\w.-]+)/.exec(line)?.[1]
  if (id === undefined) throw new Error(`no block holds ${words}`)
  return id
}

/** The names of the pages in an answer. */
export const pagesOf = (text: string): string[] =>
  [...text.matchAll(/^(?:##|-) \[\[(.+?)\]\]/gm)].map((match) => match[1]!)

/** The section under a heading. */
export const under = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The value of a field of a page. */
export function fieldOf(text: string, label: string): string {
  const [line] = linesWith(text, new RegExp(`^ {2}${label}: `))
  if (line === undefined) throw new Error(`no field ${label}`)
  return line.slice(label.length + 4)
}

/** The id of the change that a tool reports. */
export const changeOf = (text: string): string => /"change_id":"([\w-]+)"\}$/m.exec(text)![1]!
