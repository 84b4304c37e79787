// The notes to look through
export { readNotes, type NoteBlock, type NotePage, type Notes } from './notes.ts'
export { pageNamed } from './names.ts'

// What is found
export { linksTo, search, type Asked, type Found, type Part } from './search.ts'
export { listTasks, type TasksAsked } from './tasks.ts'
