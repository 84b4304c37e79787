/** Accepts changes, and shows how many. @see decisions 8.6 */
import { LIMITS } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { fieldOf } from '../../components/form.ts'
import { notice } from '../../components/notice.ts'
import { html, type Html } from '../../html.ts'

/** The result, for the cookie of the browser. */
export interface KeepResult {
  readonly kept: number
}

/** @param ids the changes that were chosen one by one @param form names a token and a time otherwise */
export async function keepChosen(
  { changes }: Pick<WebDeps, 'changes'>,
  accountId: string,
  ids: readonly string[],
  form: FormData,
): Promise<KeepResult> {
  const token = fieldOf(form, 'token')
  const which =
    token === ''
      ? { ids: ids.slice(0, LIMITS.changesAtOnce) }
      : { token, until: Number(fieldOf(form, 'until')) || 0 }
  const { kept } = (await changes.keep(accountId, which)).value()
  return { kept }
}

export const keptNotice = ({ kept }: KeepResult): Html =>
  notice(
    html`<p>
      <strong>${kept === 0 ? 'No changes were kept.' : `${counted(kept, 'change')} kept.`}</strong>
      ${kept === 0 && 'Select the changes that you want to keep.'}
    </p>`,
    kept === 0 ? 'warn' : 'done',
  )

export function readKept(said: unknown): KeepResult | undefined {
  const { kept } = said as Readonly<Record<keyof KeepResult, unknown>>
  return typeof kept === 'number' ? { kept } : undefined
}
