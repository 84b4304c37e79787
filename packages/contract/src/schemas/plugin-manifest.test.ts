import { toJsonSchema } from '@valibot/to-json-schema'
import { expect, test } from 'vitest'
import { PluginManifest } from './plugin-manifest.ts'

test('[V5] the schema of a manifest is published', async () => {
  const schema = toJsonSchema(PluginManifest, { target: 'draft-2020-12', typeMode: 'input' })
  const text = JSON.stringify({ title: 'Manifest of a Notegraph plug-in', ...schema }, undefined, 2)
  await expect(`${text}\n`).toMatchFileSnapshot('../../../../docs/plug-in-manifest.schema.json')
})
