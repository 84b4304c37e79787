// The searched notes
export {
  LeanBlock,
  notesOf,
  readNotes,
  type NoteBlock,
  type NotePage,
  type Notes,
  type SearchBlock,
} from './notes.ts'
export { formsOf, pageNamed } from './names.ts'

// Searches
export { latestFirst, linksTo, search, type Asked, type Found, type Listing, type Part } from './search.ts'
export { listTasks, type TasksAsked } from './tasks.ts'
