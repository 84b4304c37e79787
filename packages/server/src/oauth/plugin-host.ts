/**
 * Manifests of plug-ins at the authorization server. A manifest is the metadata document of an app, fetched again each
 * time, because its owner looks at it. The operator can exempt hosts of an own network. Their programs are registered when an
 * account agrees, since the library fetches documents from public addresses alone.
 * @see events 5; assistants 9.4
 */
import type { PluginHost } from '@notegraph/service'
import { isOwnHost } from '../public-request.ts'
import { addClient, type AdapterDeps } from './adapter.ts'
import { bounded, documentOf } from './cached-documents.ts'
import { DocumentFault, type FetchDocument } from './metadata-document.ts'

/** @param ownHosts hosts whose programs are registered */
export function pluginHost(
  deps: AdapterDeps,
  fetchDocument: FetchDocument,
  ownHosts: readonly string[],
): PluginHost {
  const fetched = bounded(fetchDocument, deps.clock)
  return {
    async fetchManifest(url, accountId) {
      try {
        const { text } = await fetched(url, accountId)
        documentOf(text, url)
        return { document: JSON.parse(text) as unknown }
      } catch (error) {
        if (error instanceof DocumentFault) return { fault: error.message }
        throw error
      }
    },
    async admit(url, document) {
      if (!isOwnHost(new URL(url), ownHosts)) return
      await addClient(deps, url, documentOf(JSON.stringify(document), url))
    },
  }
}
