/** The texts of a block that two devices changed at once, for the person to settle at its place. @see outliner 4.2 */
import { contentOf, fieldOf } from '@notegraph/outliner'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { WordedRecord } from '@notegraph/sync'
import type { PageModel } from '../page-model.ts'

interface ConflictProps {
  readonly model: PageModel
  readonly record: WordedRecord
}

const shown = (content: string): string => fieldOf(content).text

export function Conflict({ model, record }: ConflictProps): JSX.Element {
  const { words, versions = [] } = record
  const [merged, setMerged] = useState<string>()
  const settle = (text: string): void => void model.settle(record, contentOf(words.text, text))
  const both = [words, ...versions].map(({ text }) => shown(text)).join('\n')
  return (
    <section class="conflict" aria-label="Two devices changed this block">
      <p>
        <strong>Two devices changed this block.</strong> Choose the words that stay.
      </p>
      {versions.map(({ rev, text, device }) => (
        <figure key={rev}>
          <blockquote dir="auto">{shown(text)}</blockquote>
          <figcaption>{device || 'Another device'}</figcaption>
          <button type="button" onClick={() => settle(shown(text))}>
            Use this text
          </button>
        </figure>
      ))}
      <div class="actions">
        <button type="button" onClick={() => settle(shown(words.text))}>
          Keep the text above
        </button>
        <button type="button" onClick={() => settle(both)}>
          Keep both
        </button>
        <button type="button" onClick={() => setMerged(both)}>
          Write another text
        </button>
      </div>
      {merged !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            settle(merged)
          }}
        >
          <label>
            The new text
            <textarea value={merged} rows={4} onInput={(event) => setMerged(event.currentTarget.value)} />
          </label>
          <button>Save this text</button>
        </form>
      )}
    </section>
  )
}
