/** The fields and other properties of a page, below its blocks. @see outliner 2.2 */
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { pageFacts } from '../page-facts.ts'
import { addressOf } from '../places.ts'
import { useApp } from './app-context.ts'

export function Facts({ id }: { readonly id: string }): JSX.Element | null {
  const { engine } = useApp().notes
  const facts = useLately(`facts ${id}`, async () => {
    const record = await engine.record(id)
    return record?.kind === 'page' && record.deleted === undefined ? pageFacts(record) : []
  })
  if (!facts || facts.length === 0) return null
  return (
    <section role="group" aria-label="Properties">
      <dl class="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{typeof value === 'string' ? <Words text={value} /> : <Names names={value} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Only a text with a link is read as notes are: a mark such as `#` or `TODO` in a value is a plain word. */
function Words({ text }: { readonly text: string }): JSX.Element {
  const { render } = useApp()
  if (!/\[\[|:\/\//u.test(text)) return <>{text}</>
  return <div dangerouslySetInnerHTML={{ __html: render(text) }} />
}

function Names({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <>
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && ', '}
          <a href={addressOf({ at: 'name', name })}>{name}</a>
        </span>
      ))}
    </>
  )
}
