/** The files of the account, over HTTP with the device's session. */
import { openAsBlob } from 'node:fs'
import type { Files } from '@notegraph/folder-sync'
import type { DiskTree } from '@notegraph/host'
import { parse } from 'content-disposition'

/** Status codes that are final; any other failure is tried again. */
const FOR_GOOD = new Set([400, 402, 403, 413, 507])

export function serverFiles(disk: DiskTree, url: string, session: string): Files {
  const headers = { Authorization: `Bearer ${session}` }
  const route = `${url.replace(/\/+$/, '')}/api/files`
  return {
    async upload(path) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const body = await openAsBlob(await disk.realPath(path))
      const answer = await fetch(`${route}?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers,
        body,
      })
      const said = (await answer.json()) as { readonly id?: string; readonly error?: string }
      if (answer.ok && said.id !== undefined) return { ok: true, id: said.id }
      if (FOR_GOOD.has(answer.status))
        return { ok: false, why: said.error ?? `The server answered ${answer.status}.` }
      throw new Error(`the server answered ${answer.status}`)
    },
    async download(id) {
      const answer = await fetch(`${route}/${id}`, { headers })
      if (answer.ok && answer.body) return { name: nameIn(answer.headers, id), bytes: answer.body }
      await answer.body?.cancel()
      if (answer.status === 404) return undefined
      throw new Error(`the server answered ${answer.status}`)
    },
  }
}

/** The file's name in a form that is valid in a folder. */
function nameIn(headers: Headers, id: string): string {
  const said = headers.get('content-disposition')
  const name = said === null ? undefined : parse(said).parameters['filename']
  const fit = (name ?? '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120)
  return fit === '' ? id : fit
}
