/** The body and the answer of several writes at once. @see assistants 11.1 */
import * as v from 'valibot'
import { valueWords } from '../requests/check.ts'
import { LIMITS } from '../limits.ts'
import { BATCH_OPERATIONS, type BatchOperation } from '../tools/tool.ts'
import { list } from './scalars.ts'
import { exactly, MISSING, written } from './writes.ts'

/** The arguments of these tools that name one block. `block_ids` names several. */
export const BLOCK_ARGUMENTS: readonly string[] = ['block_id', 'parent_id', 'before', 'after']

/** A reference to an earlier write of a batch: `$2` for what it made, or `$2.3` for its third block. */
export const MADE_EARLIER: RegExp = /^\$(\d{1,3})(?:\.(\d{1,5}))?$/

const countWords = ({ input }: { readonly input: readonly unknown[] }): string =>
  `operations takes 1 to ${LIMITS.batchOperations} writes, not ${input.length}.`

/** The message for a write that is none, with its place in the list. */
function operationFault(writes: readonly { readonly op: string }[]): string | undefined {
  const at = writes.findIndex(({ op }) => !isOperation(op))
  const write = writes[at]
  if (!write) return undefined
  return `Operation ${at + 1} (${write.op.slice(0, 40)}): ${exactly('op', BATCH_OPERATIONS)({ input: write.op })}`
}

const isOperation = (input: unknown): input is BatchOperation =>
  BATCH_OPERATIONS.some((operation) => operation === input)

/** The name of a write of a batch. The list of writes refuses other names, because it knows the place. */
export const OperationName = v.pipe(
  v.custom<BatchOperation>((input) => typeof input === 'string', exactly('op', BATCH_OPERATIONS)),
  v.metadata({ type: 'string' }), // the list of tools has the names
)

/** The writes of a batch, in their order. Each has the arguments of its tool beside `op`. */
export const operations = v.pipe(
  v.array(
    v.pipe(
      v.looseObject(
        {
          op: OperationName,
        },
        ({ input, path }) =>
          path === undefined
            ? `An operation is an object with op and the arguments of that tool, not ${valueWords(input)}.`
            : 'An operation has op, the name of a writing tool, beside the arguments of that tool.',
      ),
      v.metadata({ unevaluatedProperties: true }), // the tool checks the other members
    ),
    ({ input }) => `operations takes a list of writes, not ${valueWords(input)}.`,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? operationFault(dataset.value) : undefined
    if (message !== undefined) addIssue({ message })
  }),
  v.minLength(1, countWords),
  v.maxLength(LIMITS.batchOperations, countWords),
  v.readonly(),
)

/** The body for several writes. */
export const BatchWrite = v.strictObject(
  {
    operations: v.pipe(
      operations,
      v.description(
        `1 to ${LIMITS.batchOperations} writes in order: \`op\` is the name of a writing tool, and its other members are that tool's arguments, with whole ids. \`"$2"\` in place of a page or block is what the second write made, and \`"$2.3"\` its third block.`,
      ),
    ),
  },
  MISSING.operations,
)
export type BatchWrite = v.InferOutput<typeof BatchWrite>

/** The answer to several writes: the answer of each, in their order. */
export const BatchWriteAnswer = v.strictObject({
  ...written,
  results: v.pipe(
    list(
      v.pipe(
        v.looseObject({ ok: v.literal(true), changed: v.boolean() }),
        v.metadata({ unevaluatedProperties: true }),
      ),
    ),
    v.description('The answer of each write, as it would be alone.'),
  ),
})
export type BatchWriteAnswer = v.InferOutput<typeof BatchWriteAnswer>
