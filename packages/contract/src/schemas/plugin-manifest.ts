/**
 * The manifest of a plug-in: the metadata document of its OAuth client with a member `notegraph`. The document may have
 * further members, which belong to OAuth.
 * @see events 5
 */
import { FIELD_KINDS } from '@notegraph/page-types'
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { check, isObject, valueWords, type Checked } from '../requests/check.ts'
import { webhookFilter } from './webhooks.ts'

const text = (description: string, most: number) =>
  v.pipe(v.string(), v.description(description), v.metadata({ minLength: 1, maxLength: most }))
const address = (description: string) => text(description, LIMITS.webhookUrl)

/** A field of a page type that a plug-in brings. */
export const PluginField = v.pipe(
  v.strictObject({
    key: v.pipe(v.string(), v.description('The key of the property that holds the value, in lower case.')),
    label: v.pipe(v.string(), v.description('The label that people see.')),
    kind: v.pipe(v.picklist(FIELD_KINDS), v.description('The kind of value, as in the list of types.')),
    of: v.exactOptional(
      v.pipe(v.string(), v.description('For `ref` fields: the usual type of the named pages.')),
    ),
    options: v.exactOptional(
      v.pipe(v.array(v.string()), v.description('For `select` fields: the options, without commas.')),
    ),
  }),
  v.description('A field of a page type.'),
)
export type PluginField = v.InferOutput<typeof PluginField>

/** A page type that a plug-in brings, in the form of the list of types. */
export const PluginType = v.pipe(
  v.strictObject({
    type: v.pipe(v.string(), v.description('The id: letters, digits and `-`, in lower case.')),
    label: v.pipe(
      v.string(),
      v.description('The label, which is also the name of the page that describes the type.'),
    ),
    plural: v.string(),
    fields: v.array(PluginField),
  }),
  v.description('A type of pages that a plug-in brings.'),
)
export type PluginType = v.InferOutput<typeof PluginType>

const { page: _page, token: _token, ...filter } = webhookFilter

/** The events that a plug-in wants. */
export const PluginEvents = v.pipe(
  v.strictObject({
    url: address('The address that the messages of its webhook go to, on the host of the manifest.'),
    ...filter,
  }),
  v.description('The changes that the webhook of a plug-in hears of: all, or those of a filter.'),
)
export type PluginEvents = v.InferOutput<typeof PluginEvents>

/** The manifest. */
export const PluginManifest = v.object({
  client_id: address('The address of this document.'),
  client_name: text('The name that people see.', LIMITS.tokenName),
  client_uri: v.exactOptional(address('A page about the program, for people, on the host of this document.')),
  redirect_uris: v.pipe(
    v.array(v.string()),
    v.description('The addresses that an authorization may answer to. One at least.'),
    v.metadata({ minItems: 1 }),
  ),
  scope: v.pipe(
    v.string(),
    v.description('`notes:read`, or `notes:read notes:write` for a program that also writes.'),
  ),
  initiate_login_uri: v.exactOptional(
    address(
      'The address, on the host of this document, that starts the authorization. It gets `iss`, the address of the server.',
    ),
  ),
  notegraph: v.pipe(
    v.strictObject({
      description: v.exactOptional(text('What the program does, in a sentence.', LIMITS.pluginDescription)),
      events: v.exactOptional(PluginEvents),
      page_types: v.exactOptional(
        v.pipe(
          v.array(PluginType),
          v.description(
            `Up to ${LIMITS.pluginTypes} page types, each with up to ${LIMITS.pluginTypeFields} fields.`,
          ),
          v.metadata({ maxItems: LIMITS.pluginTypes }),
        ),
      ),
    }),
    v.description('The part about Notegraph.'),
  ),
})
export type PluginManifest = v.InferOutput<typeof PluginManifest>

/**
 * Checks the shape of a manifest. The service checks the values themselves.
 * @returns the members that Notegraph knows, or a message about the first fault
 * @example
 * checkManifest([]).ok // false
 */
export const checkManifest = (document: unknown): Checked<PluginManifest> =>
  isObject(document)
    ? check(PluginManifest, document)
    : { ok: false, error: `The manifest takes a JSON object, not ${valueWords(document)}.` }
