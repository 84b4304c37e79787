/** Run by `npm run release-version`. */
import { keepDocuments } from './documents.ts'

keepDocuments()
