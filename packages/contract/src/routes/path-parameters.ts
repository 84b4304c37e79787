/** Parameters in the paths of several routes. */
import { EXAMPLE_BLOCK, EXAMPLE_CHANGE, EXAMPLE_TOKEN } from './examples.ts'
import { LIMITS } from '../limits.ts'
import type { PathParameter } from './route.ts'

export const PAGE_NAME: PathParameter = {
  name: 'name',
  noun: 'page name',
  description:
    'The name of a page or one of its aliases, in any case, percent-encoded. A day in any written form finds its journal page, else a page that has the day as an alias.',
  example: 'Ada Lovelace',
}

export const PAGE_OR_DAY: PathParameter = {
  name: 'name',
  noun: 'page name',
  description:
    'The name of a page or one of its aliases, in any case, percent-encoded; or `today`, `yesterday`, `tomorrow` or a day `YYYY-MM-DD`, which is started if need be.',
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
  description: `The key of a property, up to ${LIMITS.propertyKey} characters, or the key or label of a field, percent-encoded. \`type\` sets what the page is.`,
  example: 'birthday',
}

export const CHANGE_ID: PathParameter = {
  name: 'id',
  noun: 'change id',
  description: 'The id of a change, as the list of changes says it.',
  example: EXAMPLE_CHANGE.id,
}

export const TOKEN_ID: PathParameter = {
  name: 'id',
  noun: 'token id',
  description: 'The id of a token, as the list of tokens says it; not the token itself.',
  example: EXAMPLE_TOKEN.id,
}
