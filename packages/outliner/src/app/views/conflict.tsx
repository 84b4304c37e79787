/** The texts of a block that two devices changed at once, for the person to settle at its place. @see outliner 4.2 */
import { contentOf, fieldOf } from '@notegraph/outliner'
import { EFFORT, sidesOf, type Piece } from '@notegraph/render/difference'
import { useEffect, useState } from 'preact/hooks'
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
  const [shownFirst, setShownFirst] = useState('')
  const settle = (text: string): void => void model.settle(record, contentOf(words.text, text))
  const both = [words, ...versions].map(({ text }) => shown(text)).join('\n')
  const write = (): void => {
    model.merging.add(record.id)
    setShownFirst(both)
    setMerged(both)
  }
  // A form that was left keeps nothing.
  useEffect(() => () => void model.merging.delete(record.id), [model, record.id])
  return (
    <section role="group" class="conflict" aria-label="Two devices changed this block">
      <p>
        <strong>Two devices changed this block.</strong> Choose the words that stay.
      </p>
      {versions.map(({ rev, text, device }) => (
        <figure key={rev}>
          <Compared above={shown(words.text)} other={shown(text)} effort={EFFORT / versions.length} />
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
        <button type="button" onClick={write}>
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
          {both !== shownFirst && <p role="status">The words above changed while you wrote.</p>}
          <button>Save this text</button>
        </form>
      )}
    </section>
  )
}

interface ComparedProps {
  readonly above: string
  readonly other: string
  readonly effort: number
}

/** Both texts, with the words that differ. */
function Compared({ above, other, effort }: ComparedProps): JSX.Element {
  const [left = [], right = []] = sidesOf(above, other, Infinity, effort)
  return (
    <div class="compare">
      <blockquote dir="auto" aria-label="The text above">
        <Pieces pieces={left} mark="del" />
      </blockquote>
      <blockquote dir="auto" aria-label="The other text">
        <Pieces pieces={right} mark="ins" />
      </blockquote>
    </div>
  )
}

interface PiecesProps {
  readonly pieces: readonly Piece[]
  readonly mark: 'del' | 'ins'
}

const Pieces = ({ pieces, mark: Mark }: PiecesProps): JSX.Element => (
  <>{pieces.map(({ text, differs }, i) => (differs ? <Mark key={i}>{text}</Mark> : text))}</>
)
