// The searched notes
export { readNotes, type NoteBlock, type NotePage, type Notes } from './notes.ts'
export { pageNamed } from './names.ts'

// Searches
export { linksTo, search, type Asked, type Found, type Listing, type Part } from './search.ts'
export { listTasks, type TasksAsked } from './tasks.ts'
