import { RenamePageArguments, type RenamePageAnswer } from '@notegraph/contract'
import { counted, ok } from '@notegraph/service'
import { linkTo } from '../markdown/page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { pageResult, UNCHANGED } from './write-result.ts'

export const renamePage: ToolHandler = toolHandler(
  'rename_page',
  RenamePageArguments,
  async ({ writes }, caller, { name, to, keep_alias, merge, if_unchanged }) => {
    const written = await writes.renamePage(caller, name, {
      to,
      ...(keep_alias !== undefined && { keep_alias }),
      ...(merge !== undefined && { merge }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const answer = written.value.value()
    return ok(pageResult(caller, answer.changed ? renamedWords(answer) : UNCHANGED, written.value))
  },
)

/** `Renamed to [[Ada King]]. Rewrote references in 1 block.` */
export function renamedWords({ merged, page, references, fields, namespace }: RenamePageAnswer): string {
  const done =
    merged === undefined
      ? `Renamed to ${linkTo(page.name)}`
      : `Merged into ${linkTo(page.name)}, with ${counted(merged, 'block')}`
  const parts = [
    references > 0 && `references in ${counted(references, 'block')}`,
    fields > 0 && `references in properties of ${counted(fields, 'page')}`,
  ].filter((part) => part !== false)
  const rewritten = parts.length > 0 ? ` Rewrote ${parts.join(' and ')}.` : ''
  const below =
    namespace > 0
      ? ` ${counted(namespace, 'page')} below the old name ${namespace === 1 ? 'keeps its' : 'keep their'} name.`
      : ''
  return `${done}.${rewritten}${below}`
}
