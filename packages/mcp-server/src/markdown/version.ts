import { versionOf } from '@notegraph/service'

/**
 * The version of the page or block that an answer shows: `version 5Yl0tM0r`.
 * @param json its JSON text
 * @see assistants 8.2
 */
export const versionWords = (json: string): string => `version ${versionOf(json)}`
