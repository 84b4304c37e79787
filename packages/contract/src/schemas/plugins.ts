/**
 * Plug-ins: programs that an account lets in by their manifest.
 * @see events 5
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { envelope } from './envelope.ts'
import { PluginEvents, PluginType } from './plugin-manifest.ts'
import { list, Timestamp } from './scalars.ts'
import { Scope } from './tokens.ts'

const Url = v.pipe(v.string(), v.description('The address of the manifest.'))

/** The terms of a plug-in: its name, its host, and all that it may do. */
export const PluginTerms = v.strictObject({
  url: Url,
  name: v.string(),
  host: v.pipe(v.string(), v.description('The host that publishes the manifest and answers for it.')),
  description: v.exactOptional(v.string()),
  site: v.exactOptional(v.pipe(v.string(), v.description('A page about the program, for people.'))),
  setUp: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('The address where the person connects the program after the installation.'),
    ),
  ),
  scope: v.pipe(Scope, v.description('Whether it may only read the notes, or also write.')),
  events: v.exactOptional(PluginEvents),
  pageTypes: list(PluginType),
})

/** The members of the terms that can change. */
export const PLUGIN_CHANGES = [
  'name',
  'description',
  'site',
  'setUp',
  'scope',
  'events',
  'pageTypes',
] as const
/** One of {@link PLUGIN_CHANGES}. */
export type PluginChange = (typeof PLUGIN_CHANGES)[number]

/** A manifest, before the account agrees to it. */
export const PluginOffer = v.pipe(
  v.strictObject({
    ...PluginTerms.entries,
    version: v.pipe(v.string(), v.description('Names this content. The installation takes it.')),
    installed: v.exactOptional(
      v.pipe(v.string(), v.description('The id of the plug-in that the account already has of it.')),
    ),
    changes: v.exactOptional(
      v.pipe(
        v.array(v.picklist(PLUGIN_CHANGES)),
        v.description('The members that differ from those that the account agreed to. Only if installed.'),
      ),
    ),
  }),
  v.description('A program as its manifest presents it now, with all that it would be allowed.'),
)
export type PluginOffer = v.InferOutput<typeof PluginOffer>

/** A plug-in of the account. */
export const Plugin = v.pipe(
  v.strictObject({
    id: v.string(),
    ...PluginTerms.entries,
    webhook: v.exactOptional(
      v.pipe(v.string(), v.description('The id of its webhook. Omitted without one, or if it was deleted.')),
    ),
    connected: v.pipe(v.boolean(), v.description('Whether the program is connected, and so has access.')),
    lastUsedAt: v.exactOptional(v.pipe(Timestamp, v.description('Its latest request, to the minute.'))),
    createdAt: Timestamp,
    agreedAt: v.pipe(Timestamp, v.description('When the account last agreed to a manifest.')),
  }),
  v.description('A program that the account lets in.'),
)
export type Plugin = v.InferOutput<typeof Plugin>

/** The answer of the list of plug-ins, newest first. */
export const PluginList = v.pipe(
  v.strictObject({ plugins: list(Plugin), ...envelope }),
  v.description('Plug-ins, newest first.'),
)
export type PluginList = v.InferOutput<typeof PluginList>

const url = v.pipe(Url, v.metadata({ minLength: 1, maxLength: LIMITS.webhookUrl }))

/** The body for looking at a manifest. */
export const LookAtPlugin = v.strictObject({ url })
export type LookAtPlugin = v.InferOutput<typeof LookAtPlugin>

/** The body for installing a plug-in, or for agreeing to its changed manifest. */
export const InstallPlugin = v.strictObject({
  url,
  version: v.pipe(v.string(), v.description('The `version` of the manifest that the person saw.')),
})
export type InstallPlugin = v.InferOutput<typeof InstallPlugin>
