/** The path of every file address, up to the id. In a module of its own, because a page that only links files loads no search. */
export const FILE_PATH = '/api/files/'
