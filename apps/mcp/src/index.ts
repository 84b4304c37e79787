export { serveStdio, type StdioOptions } from './stdio.ts'
export { serveHttp, type HttpOptions, type ServedHttp } from './http.ts'
