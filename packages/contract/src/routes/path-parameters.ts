/** Parameters in the paths of several routes. */
import {
  EXAMPLE_BLOCK,
  EXAMPLE_CHANGE,
  EXAMPLE_DELIVERY,
  EXAMPLE_DIGEST,
  EXAMPLE_PAGE,
  EXAMPLE_SHARE,
  EXAMPLE_SITE,
  EXAMPLE_TOKEN,
  EXAMPLE_WEBHOOK,
} from './examples.ts'
import { EXAMPLE_PLUGIN } from './plugin-example.ts'
import { DAY_FORMS } from '../requests/day.ts'
import { LIMITS } from '../limits.ts'
import type { PathParameter } from './route.ts'

export const PAGE_NAME: PathParameter = {
  name: 'name',
  noun: 'page name',
  description:
    'A page name or alias, percent-encoded, in any case. A day in any written form finds its journal page, or else a page with the day as an alias.',
  example: 'Ada Lovelace',
}

export const PAGE_NAME_OR_DAY: PathParameter = {
  ...PAGE_NAME,
  description: `A page name or alias, percent-encoded, in any case; or a day with notes: ${DAY_FORMS}. A page with the name of a weekday, a distance or \`YYYYMMDD\` wins over the day.`,
}

/** The page or the day that a write adds to. */
export const PAGE_OR_DAY: PathParameter = {
  name: 'name',
  noun: 'page name',
  description: `A page name or alias, percent-encoded, in any case; or a day: ${DAY_FORMS}. A page with the name of a weekday, a distance or \`YYYYMMDD\` wins over the day. A missing day is created.`,
  example: 'today',
}

export const BLOCK_ID: PathParameter = {
  name: 'id',
  noun: 'block id',
  description: 'The id of a block.',
  example: EXAMPLE_BLOCK.id,
}

export const PROPERTY_KEY: PathParameter = {
  name: 'key',
  noun: 'property key',
  description: `The key of a property, up to ${LIMITS.propertyKey} characters, or the key or label of a field, percent-encoded. \`type\` sets the page's type.`,
  example: 'birthday',
}

export const CHANGE_ID: PathParameter = {
  name: 'id',
  noun: 'change id',
  description: 'The id of a change, from the list of changes.',
  example: EXAMPLE_CHANGE.id,
}

export const TOKEN_ID: PathParameter = {
  name: 'id',
  noun: 'token id',
  description: 'The id of a token, from the list of tokens; not the token itself.',
  example: EXAMPLE_TOKEN.id,
}

export const SHARE_ID: PathParameter = {
  name: 'id',
  noun: 'shared page id',
  description: 'The id of a link, from the list of shared pages.',
  example: EXAMPLE_SHARE.id,
}

export const HISTORY_PAGE: PathParameter = {
  name: 'id',
  noun: 'page id',
  description: 'The id of a page, also of one that was deleted.',
  example: EXAMPLE_PAGE.id,
}

export const PAGE_ID: PathParameter = {
  name: 'id',
  noun: 'page id',
  description: 'The id of a page; `journal-YYYYMMDD` for the page of a day.',
  example: EXAMPLE_PAGE.id,
}

export const COMMIT_SEQ: PathParameter = {
  name: 'seq',
  noun: 'commit number',
  description: 'The number of a commit, from the history of the page.',
  example: '409',
  type: 'number',
}

export const SNAPSHOT_ID: PathParameter = {
  name: 'id',
  noun: 'snapshot id',
  description: 'The id of a snapshot, from the list of snapshots.',
  example: '5e0f7a52-1c0b-4d38-9a6e-2f4b8d7c1e90',
}

export const SITE_SLUG: PathParameter = {
  name: 'slug',
  noun: 'site slug',
  description: 'The slug of a site, from the list of sites.',
  example: EXAMPLE_SITE.slug,
}

export const WEBHOOK_ID: PathParameter = {
  name: 'id',
  noun: 'webhook id',
  description: 'The id of a webhook, from the list of webhooks.',
  example: EXAMPLE_WEBHOOK.id,
}

export const BROWSER_ID: PathParameter = {
  name: 'id',
  noun: 'browser id',
  description: 'The id of a browser that gets the digest, from its settings.',
  example: EXAMPLE_DIGEST.browsers[0]!.id,
}

export const PLUGIN_ID: PathParameter = {
  name: 'id',
  noun: 'plug-in id',
  description: 'The id of a plug-in, from the list of plug-ins.',
  example: EXAMPLE_PLUGIN.id,
}

export const DELIVERY_ID: PathParameter = {
  name: 'delivery',
  noun: 'delivery id',
  description: 'The id of a message, from the list of deliveries.',
  example: EXAMPLE_DELIVERY.id,
}
