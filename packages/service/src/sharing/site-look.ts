/** How a site looks, as its owner sends it: checked, with ids of pictures in place of their names. @see sharing 10 */
import { possibleFileIds } from '@notegraph/graph'
import { quote } from '@notegraph/page-types'
import type { FileEntry, GraphStore, SiteLook } from '@notegraph/store'
import { pageIcon } from '../page-icon.ts'
import { badRequest, ok, type Result } from '../refusal.ts'
import { styleFault } from './site-style.ts'

/** Pictures that browsers show in a page and as an icon. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|x-icon|vnd\.microsoft\.icon)$/i

/**
 * Reads a look. Empty members are left out.
 * @returns 400 for a picture that is not there, or a style sheet with an address
 */
export async function readLook(graph: Pick<GraphStore, 'files'>, sent: SiteLook): Promise<Result<SiteLook>> {
  const given = Object.entries(sent as Readonly<Record<string, string>>).map(
    ([name, text]) => [name, text.replaceAll('\r\n', '\n').trim()] as const,
  )
  const look: Record<string, string> = Object.fromEntries(given.filter(([, text]) => text !== ''))
  for (const [name, text] of Object.entries(look))
    if (/[^\P{Cc}\n\t]/u.test(text) || !text.isWellFormed())
      return badRequest(`${name} must not contain control characters or half of a surrogate pair.`)
  const fault = styleFault(look['style'] ?? '')
  if (fault !== undefined) return badRequest(`The style sheet (style) must not contain ${fault}.`)
  for (const name of ['logo', 'icon']) {
    const text = look[name]
    if (text === undefined || (name === 'icon' && isSign(text))) continue
    const picture = await pictureNamed(graph, text)
    if (!picture)
      return badRequest(
        `${name} takes a picture of your notes, such as logo.png. None is called ${quote(text)}.`,
      )
    look[name] = picture.id
  }
  return ok(look as SiteLook)
}

/**
 * Whether an icon is a sign, and not a picture.
 * @example
 * isSign('🌱') // true
 */
export const isSign = (icon: string): boolean => pageIcon({ icon }) !== undefined

/** The picture with an id or an address, or the latest one with a name. */
async function pictureNamed(
  { files }: Pick<GraphStore, 'files'>,
  text: string,
): Promise<FileEntry | undefined> {
  const byId = await files.find(possibleFileIds(text)[0] ?? text)
  if (byId) return PICTURE.test(byId.type) ? byId : undefined
  const named = (await files.list()).filter(({ name, type }) => name === text && PICTURE.test(type))
  return named.toSorted((a, b) => b.createdAt - a.createdAt)[0]
}

/** The ids of the pictures of a look. */
export const pictureIds = ({ logo, icon }: SiteLook): readonly string[] =>
  [logo, icon].filter((id): id is string => id !== undefined && !isSign(id))
