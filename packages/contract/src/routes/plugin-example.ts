/** A plug-in for the examples of the documents. */
import type { Plugin } from '../schemas/plugins.ts'

const HOST = 'recipes.example'

export const EXAMPLE_TERMS: Omit<Plugin, 'id' | 'webhook' | 'connected' | 'createdAt' | 'agreedAt'> = {
  url: `https://${HOST}/notegraph.json`,
  name: 'Recipes',
  host: HOST,
  description: 'Adds up the time that a recipe takes.',
  setUp: `https://${HOST}/connect`,
  scope: 'write',
  events: { url: `https://${HOST}/events`, by: 'devices' },
  pageTypes: [
    {
      type: 'recipe',
      label: 'Recipe',
      plural: 'Recipes',
      fields: [
        { key: 'serves', label: 'Serves', kind: 'text' },
        { key: 'cook', label: 'Cook', kind: 'ref', of: 'person' },
      ],
    },
  ],
}

export const EXAMPLE_PLUGIN: Plugin = {
  id: '7d3f6b20-4c1e-4a95-8b07-9e2c5f1a6d48',
  ...EXAMPLE_TERMS,
  webhook: '5b0c9d52-7a3e-4f18-9c61-2e4d8b7f0a13',
  connected: true,
  lastUsedAt: 1795169100000,
  createdAt: 1795078800000,
  agreedAt: 1795078800000,
}
