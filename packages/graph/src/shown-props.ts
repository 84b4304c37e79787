/**
 * A page's properties as readers see them: with the names of files, without the app's own properties.
 *
 * @see service, Page
 * @see decisions 3.4
 */
import { SPECIAL_KEYS } from '@notegraph/page-types'
import type { DeriveEnv } from './env.ts'
import { filesIn, named } from './files.ts'
import type { Props } from './page-props.ts'

const HIDDEN = /* @__PURE__ */ hiddenKeys()

function hiddenKeys(): ReadonlySet<string> {
  return new Set(SPECIAL_KEYS.filter(({ shown }) => !shown).map(({ key }) => key))
}

/**
 * Whether readers see a property. They see neither the app's own properties nor a picture that is a stored file.
 *
 * @example
 * isShown('mood', 'calm', { file: () => undefined }) // true
 */
export function isShown(key: string, value: string, env: DeriveEnv): boolean {
  return !HIDDEN.has(key) && !(key === 'image' && filesIn(value, env).length > 0)
}

/** Lists the properties that readers see, with the names of files. */
export function shownProps(props: Props, env: DeriveEnv): ReadonlyMap<string, string> {
  const shown = new Map<string, string>()
  for (const [key, { value }] of props)
    if (isShown(key, value, env)) shown.set(named(key, env), named(value, env))
  return shown
}
