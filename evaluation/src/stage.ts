/** The setting of one task: its own server, its own notes, and the proxy before the tools. */
import { rm } from 'node:fs/promises'
import { serve } from '@notegraph/server'
import { changesClient, notesClient } from '@notegraph/client'
import { openTrafficProxy, type Traffic } from './traffic-proxy.ts'
import { plain } from './facts.ts'
import type { After } from './task.ts'
import { settingsOf, type Template } from './template.ts'

export interface Stage {
  /** The address of the tools. */
  readonly url: string
  readonly token: string
  readonly traffic: Traffic
  /** The state after the agent gave its answer. */
  after(answer: string): Promise<After>
  close(): Promise<void>
}

export async function openStage(template: Template, organizes?: true): Promise<Stage> {
  const folder = await template.copy()
  const server = await serve(settingsOf(folder), () => {})
  const proxy = await openTrafficProxy(`${server.baseUrl}/api/mcp`)
  const { baseUrl } = server
  const changes = changesClient({ url: baseUrl, token: template.session })
  return {
    url: proxy.url,
    token: organizes ? template.organizer : template.token,
    traffic: proxy.traffic,
    async after(answer) {
      const listed = await changes.list({ limit: 500 })
      return {
        answer: plain(answer),
        calls: proxy.traffic.calls,
        lines: template.lines,
        days: template.days,
        notes: notesClient({ url: baseUrl, token: template.reader }),
        changes: listed.changes.toReversed(),
      }
    },
    async close() {
      await proxy.close()
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
