/**
 * The routes of storage: the bytes that an account takes up, and its files that nothing links.
 * @see decisions 9.3
 */
import { ERRORS } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { StorageAnswer } from '../schemas/storage.ts'
import { RemoveFiles, RemoveFilesAnswer, UnlinkedFileList } from '../schemas/unlinked-files.ts'
import { SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'

/** A file that an import brought. */
const UNLINKED = 'bX7kQ2mVwR9sT4nL6pYzAc'

export const STORAGE_ROUTES: readonly Route[] = [
  {
    operationId: 'readStorage',
    client: 'account.readStorage',
    method: 'GET',
    path: '/api/v1/settings/storage',
    auth: 'session',
    tag: 'Account',
    summary: 'Storage and plan',
    description:
      'The used and available storage, by pages, blocks, files and the history; the size of the list of changes and of the idempotency records; the state of the plan, and the days left in grace.',
    parameters: [],
    answer: StorageAnswer,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/storage',
      answer: {
        used: 51_913_054,
        quota: LIMITS.storageBytes,
        pages: { count: 412, bytes: 241_408 },
        blocks: { count: 9_873, bytes: 3_214_003 },
        shapes: { count: 24, bytes: 19_200 },
        files: { count: 37, bytes: 47_730_000 },
        history: { count: 1_204, bytes: 708_443 },
        changes: { count: 112, bytes: 96_331 },
        answers: { count: 41, bytes: 30_204 },
        plan: {
          state: 'grace',
          endedAt: 1794304800000,
          readsUntil: 1796896800000,
          daysLeft: 20,
        },
      },
    },
  },
  {
    operationId: 'listUnlinkedFiles',
    client: 'files.listUnlinked',
    method: 'GET',
    path: '/api/v1/settings/storage/files',
    auth: 'session',
    tag: 'Account',
    summary: 'List unlinked files',
    description:
      'Imported files that no note links. The server keeps them until you delete them. Files that belong to a linked file by name, such as the picture of a highlight in a PDF, are not listed.',
    parameters: [],
    query: WindowQuery,
    answer: UnlinkedFileList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/storage/files?limit=1',
      answer: {
        files: [
          {
            id: UNLINKED,
            name: 'Plan.canvas',
            path: 'Boards/Plan.canvas',
            type: 'application/octet-stream',
            size: 2_048,
            createdAt: 1795078800000,
            why: 'Imported, and not linked.',
          },
        ],
        total: 2,
        next: 1,
      },
    },
  },
  {
    operationId: 'removeUnlinkedFiles',
    client: {
      method: 'files.removeUnlinked',
      takes: 'ids',
      once: 'the second answer would report the files as `left`',
    },
    method: 'POST',
    path: '/api/v1/settings/storage/files/remove',
    auth: 'session',
    audit: 'files_removed',
    tag: 'Account',
    summary: 'Delete unlinked files',
    description: `Permanently deletes up to ${LIMITS.filesRemovedAtOnce} of the files in \`GET /api/v1/settings/storage/files\`. Files that a note links by now are kept.`,
    parameters: [],
    body: RemoveFiles,
    answer: RemoveFilesAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: `ids takes up to ${LIMITS.filesRemovedAtOnce} files, not 1200.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/storage/files/remove',
      body: { ids: [UNLINKED, 'none'] },
      answer: { removed: [UNLINKED], left: ['none'] },
    },
  },
]
